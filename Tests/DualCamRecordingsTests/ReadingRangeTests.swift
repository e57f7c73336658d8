import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Numbers and times in a session's journal that cannot come from a recording.
@Suite("Session: ranges of what is read")
struct ReadingRangeTests {
    private static let refused: [(String, String)] = [
        (
            #"{"start":{"time":"3026-11-22T15:06:35.183Z"}}"#,
            #"start.time is "3026-11-22T15:06:35.183Z" and no time from 1970 to 2199"#
        ),
        (#"{"time":"1969-12-31T23:59:59.999Z"}"#, #"time is "1969-12-31T23:59:59.999Z" and no time from 1970 to 2199"#),
        (#"{"time":"yesterday"}"#, #"time is "yesterday" and no time from 1970 to 2199"#),
        (
            #"{"parts":[{},{"end":{"running-time":9000000000.5}}]}"#,
            "parts[1].end.running-time is 9000000000.5 and no number of seconds within 10 years"
        ),
        (
            #"{"at":9223372036854775807}"#,
            "at is 9223372036854775807 and no number of seconds within 10 years"
        ),
        (
            #"{"wall-clock-offset":-8e9}"#,
            "wall-clock-offset is -8000000000.0 and no number of seconds from 1960 to 2209"
        ),
        (#"{"frames":-1}"#, "frames is -1 and no whole number from 0 to 2^40"),
        (#"{"frames":1.5}"#, "frames is 1.5 and no whole number from 0 to 2^40"),
        (
            #"{"outputs":[{"files":[{"size":9007199254740993}]}]}"#,
            "outputs[0].files[0].size is 9007199254740993 and no whole number from 0 to 2^53"
        ),
        (#"{"segment":2147483649}"#, "segment is 2147483649 and no whole number from 0 to 2^31"),
        (#"{"part":-1}"#, "part is -1 and no whole number from 0 to 2^31"),
    ]

    @Test("What is out of range is told with its place", arguments: refused)
    func refusal(_ text: String, _ phrase: String) throws {
        #expect(ReadingRange.firstRefused(in: try JSONValue(parsing: text)) == phrase)
    }

    @Test(
        "What can be is taken",
        arguments: [
            #"{"time":"1970-01-01T00:00:00.000Z","running-time":-1.5,"at":315576000}"#,
            #"{"time":"2199-12-31T23:59:59.999Z","frames":0,"size":9007199254740992,"segment":2147483648}"#,
            #"{"start":null,"end":{"time":"2026-11-22T15:06:35.183Z","running-time":2.0},"lost":{"front":[]}}"#,
        ])
    func taken(_ text: String) throws {
        #expect(ReadingRange.firstRefused(in: try JSONValue(parsing: text)) == nil)
    }

    @Test("A line of the ledger with such a number is damaged, and the others are read")
    func line() {
        let time = #""time":"2026-11-21T14:05:03.250Z""#
        let ledger = LedgerText(
            """
            {\(time),"running-time":1.0,"kind":"dropped","branch":"back","count":-1}
            {"time":"3026-11-21T14:05:03.250Z","running-time":1.0,"kind":"dropped","branch":"back","count":1}
            {\(time),"running-time":1.0,"kind":"paused","at":8999999999}
            {\(time),"running-time":1.0,"kind":"dropped","branch":"back","count":4}
            """)
        #expect(ledger.damaged == 3)
        #expect(ledger.entries.map { $0["count"]?.count } == [4])
    }

    @Test("One session with a date of the year 3026 is listed with its damage; retention goes on with the others")
    func retention() throws {
        let place = try #require(TemporaryFolder())
        for (index, name) in ["a", "b", "c"].enumerated() {
            try SessionOnDisk(name, in: place).finish(["\(name).mov"], after: Int64(index) * 86_400)
        }
        let journal = try #require(place.text("b/session.json"))
        let date = WallTime.iso8601(SampleRecording.wallStart + 86_400 * 1_000_000_000)
        let later = "3" + date.dropFirst()
        place.write(journal.split(separator: date).joined(separator: later), to: "b/session.json")
        let sessions = try ListedSession.all(in: place.path)
        let damage = SessionReadFailure.impossible(
            place.path + "/b/session.json", "start.time is \"\(later)\" and no time from 1970 to 2199")
        #expect(sessions.map(\.state) == [.finished, .unreadable(damage), .finished])
        #expect(
            damage.message
                == "'\(place.path)/b/session.json' is damaged: start.time is \"\(later)\" and no time from 1970 to 2199."
        )
        let now = SampleRecording.wallStart + 10 * 86_400 * 1_000_000_000
        let gone = DiskSessionStore().retain(.age(.seconds(86_400)), in: place.path, besides: "/none", now: now)
        #expect(gone.deleted.map(\.path) == [place.path + "/a", place.path + "/c"])
        #expect(place.contents == ["b", "b/b.mov", "b/session.json"])
        #expect(throws: damage) { try SessionRecord.read(place.path + "/b") }
    }

    @Test("Ages are told of every candidate, however far the numbers are apart")
    func ages() {
        var far = ListedSession("/a", .finished)
        (far.start, far.occupied) = (.min, .max)
        #expect([far, far].beyond(.age(.seconds(Int64.max)), kept: .max, now: .min) == [])
        #expect([far].beyond(.size(ByteCount(bytes: 1)), kept: .max, now: 0) == [far])
    }
}
