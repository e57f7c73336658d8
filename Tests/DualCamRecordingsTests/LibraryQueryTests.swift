import DualCamConfig
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Sessions: what is looked for")
struct LibraryQueryTests {
    /// 2026-11-21T14:05:03.250Z, in Unix nanoseconds.
    private static let start: Int64 = 1_795_269_903_250_000_000

    private static var sessions: [ListedSession] {
        var lecture = ListedSession("/v/Lecture_1", .finished)
        (lecture.start, lecture.length, lecture.title) = (start, 600_000_000_000, "Algebra für alle")
        lecture.outputs = ["back", "Front", "combined"].map { OutputName($0) }
        lecture.marks = ["Erste Frage", "E\u{301}tude"]
        lecture.tags.add(["algebra", "Week 1"])
        lecture.tags.rating = 4
        var talk = ListedSession("/v/talk", .recovered)
        (talk.start, talk.length, talk.outputs) = (start + 86_400_000_000_000, 1_500_000_000, [OutputName("back")])
        talk.tags.rating = 2
        let strange = ListedSession("/v/strange", .unreadable(.missing("/v/strange")))
        return [lecture, talk, strange]
    }

    @Test(
        arguments: [
            ([:], ["Lecture_1", "talk", "strange"]),
            (["name": "LECT"], ["Lecture_1"]), (["name": "FÜR"], ["Lecture_1"]),
            (["name": "fu\u{308}r"], ["Lecture_1"]),
            (["name": "v/"], []), (["name": "a"], ["Lecture_1", "talk", "strange"]),
            (["mark": "frage"], ["Lecture_1"]), (["mark": "étude"], ["Lecture_1"]), (["mark": "Fragen"], []),
            (["camera": "front"], ["Lecture_1"]), (["camera": "back"], ["Lecture_1", "talk"]),
            (["camera": "combined"], []), (["camera": "fron"], []),
            (["since": "2026-11-21T14:05:03.250Z"], ["Lecture_1", "talk"]),
            (["since": "2026-11-21T14:05:03.251Z"], ["talk"]), (["since": "2026-11-22"], ["talk"]),
            (["until": "2026-11-22"], ["Lecture_1", "strange"]), (["until": "2026-11-21 14:05"], ["strange"]),
            (["until": "2026-11-21T14:05:03.250Z"], ["strange"]),
            (["until": "2026-11-21T14:05:04"], ["Lecture_1", "strange"]),
            (["longer": "10min"], ["Lecture_1"]), (["longer": "600.001"], []),
            (["longer": "1.5"], ["Lecture_1", "talk"]),
            (["shorter": "1s500ms"], ["talk", "strange"]), (["shorter": "1.4"], ["strange"]),
            (["state": "recovered"], ["talk"]), (["state": "unreadable"], ["strange"]),
            (["tag": "ALGEBRA"], ["Lecture_1"]), (["tag": "algebra, week 1"], ["Lecture_1"]),
            (["tag": "algebra,exam"], []), (["tag": "alg"], []),
            (["rating": "2"], ["Lecture_1", "talk"]), (["rating": "3"], ["Lecture_1"]), (["rating": "5"], []),
            (["rating": "1", "longer": "1min", "camera": "back"], ["Lecture_1"]),
        ] as [([String: String], [String])])
    func `only what meets all of it is found`(asked: [String: String], expected: [String]) throws {
        var query = LibraryQuery()
        for (name, text) in asked {
            let criterion = try #require(LibraryCriterion.all.first { $0.name == name })
            try criterion.add(text, to: &query, in: .utc)
        }
        #expect(Self.sessions.filter { query.matches($0) }.map(\.name) == expected)
    }

    /// Each session is on exactly one page, even if several began at the same moment.
    @Test func `pages follow each other without a gap and without a repetition`() throws {
        let place = TemporaryFolder()
        for name in ["a", "b", "c", "d", "e"] {
            try SessionOnDisk(name, in: place).finish(["\(name).mov"], after: name < "c" ? 0 : 60)
        }
        let library = SessionLibrary(try #require(place).path)
        var (query, names, pages) = (LibraryQuery(), [String](), 0)
        query.limit = 2
        repeat {
            let page = try library.page(query)
            names += page.sessions.compactMap { $0["id"]?.text }
            (query.after, pages) = (page.next, pages + 1)
        } while query.after != nil && pages < 5
        #expect(names == ["c", "d", "e", "a", "b"] && pages == 3)
    }

    private static let texts = "Write a text of at most 200 letters."
    private static let times = "Write a time as in 2026-11-23, 2026-11-23T14:21 or 2026-11-23T14:21:56.908Z."
    private static let lengths = "Write a length as in 10min, or a number of seconds."
    private static let tags = "Write tags of at most 50 letters with commas between them: lecture,algebra."

    @Test(
        arguments: [
            ("name", "", texts), ("mark", String(repeating: "x", count: 201), texts),
            ("since", "yesterday", times), ("since", "2026-02-30", times), ("until", "2026-11-23T25:00", times),
            ("until", "2026-11", times), ("until", "1969-12-31", times),
            ("longer", "10 parsecs", lengths), ("shorter", "-5", lengths), ("longer", "inf", lengths),
            ("longer", "nan", lengths),
            ("tag", "a,,b", tags), ("tag", "a\u{1B}b", tags), ("tag", "", tags),
            ("rating", "0", "Write a number from 1 to 5."), ("rating", "6", "Write a number from 1 to 5."),
            ("rating", "good", "Write a number from 1 to 5."),
            ("state", "done", "Write one of recording, finished, recovered, unfinished, unreadable."),
        ])
    func `what cannot be looked for is refused`(name: String, text: String, hint: String) throws {
        let criterion = try #require(LibraryCriterion.all.first { $0.name == name })
        var query = LibraryQuery()
        let message = "'\(text.printable.prefix(60))' is not a value for '\(name)'"
        #expect(throws: Refusal(message, hint: hint)) { try criterion.add(text, to: &query, in: .utc) }
    }

    /// A day begins at midnight in this machine's time zone, in summer and winter.
    @Test(arguments: [("2026-07-01", 1_782_864_000), ("2026-11-23", 1_795_392_000)] as [(String, Int64)])
    func `a date of the command line is this machine's`(text: String, utc: Int64) throws {
        let local = try #require(WallTime.unixNanoseconds(written: text, isLocal: true))
        #expect(WallTime.local(local).text == text + " 00:00:00")
        #expect(WallTime.unixNanoseconds(written: text, isLocal: false) == utc * 1_000_000_000)
    }
}
