import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its files")
struct FileLogTests {
    private static func name(_ output: OutputName, _ segment: Int) -> String? {
        output == .combined ? nil : "/r/take/\(output)_\(segment).mov"
    }

    /// Returns a log with two files from the start and two from 10 s on.
    private static func log() -> FileLog {
        var log = FileLog()
        _ = log.open([back, front], at: nil, part: 0, named: name)
        _ = log.open([back, front], at: .seconds(10), part: 0, named: name)
        return log
    }

    private static func summary(_ output: OutputName, _ segment: Int, frames: Int = 30) -> FileSummary {
        FileSummary(
            output: output, segment: segment, path: "/r/take/\(output)_\(segment).mov", frames: frames,
            start: .seconds(1), end: .seconds(2))
    }

    private static func awaited(_ log: FileLog) -> [String] { log.awaited.map { "\($0.output) \($0.segment)" } }

    @Test func `each boundary has a number, and a file for every output that has a name`() {
        var log = FileLog()
        #expect(log.open([back, .combined], at: nil, part: 0, named: Self.name).map(\.path) == ["/r/take/back_0.mov"])
        #expect(log.open([.combined], at: .seconds(5), part: 0, named: Self.name).isEmpty)
        #expect(log.open([back], at: .seconds(9), part: 0, named: Self.name).map(\.segment) == [1])
        var late = FileLog()
        #expect(late.open([], at: nil, part: 0, named: Self.name).isEmpty)
        #expect(late.open([back], at: .seconds(9), part: 0, named: Self.name).map(\.segment) == [1])
    }

    struct Step: Sendable, CustomTestStringConvertible {
        var what: String
        var step: @Sendable (inout FileLog) -> Void
        var awaited: [String]
        var kept = 4
        var testDescription: String { what }
    }

    @Test(arguments: [
        Step(what: "nothing", step: { _ in }, awaited: ["back 0", "front 0", "back 1", "front 1"]),
        Step(
            what: "a file is whole", step: { $0.finish(summary(back, 0)) }, awaited: ["front 0", "back 1", "front 1"]),
        Step(
            what: "a file has no frame", step: { $0.finish(summary(back, 0, frames: 0)) },
            awaited: ["front 0", "back 1", "front 1"], kept: 3),
        Step(
            what: "the end comes before a boundary", step: { $0.end(0, at: .seconds(10)) },
            awaited: ["back 0", "front 0"], kept: 2),
        Step(
            what: "the end comes behind it", step: { $0.end(0, at: .seconds(11)) },
            awaited: ["back 0", "front 0", "back 1", "front 1"]),
        Step(
            what: "a pause moves the boundary behind the end",
            step: {
                $0.move(behind: .seconds(5), by: .seconds(3), part: 0)
                $0.end(0, at: .seconds(12))
            }, awaited: ["back 0", "front 0"], kept: 2),
        Step(what: "an output is taken out", step: { $0.leave(back) }, awaited: ["front 0", "front 1"]),
        Step(
            what: "a file cannot be made", step: { $0.cancel("/r/take/back_1.mov") },
            awaited: ["back 0", "front 0", "front 1"], kept: 3),
        Step(what: "nothing was recorded", step: { $0.cancel(part: 0) }, awaited: [], kept: 0),
        Step(
            what: "another part ends", step: { $0.end(1, at: .seconds(0)) },
            awaited: ["back 0", "front 0", "back 1", "front 1"]),
    ])
    func `which files are waited for, and which are kept`(row: Step) {
        var log = Self.log()
        row.step(&log)
        #expect(Self.awaited(log) == row.awaited)
        #expect(log.kept.count == row.kept && log.leftovers.count == 4 - row.kept)
        #expect(
            log.late([front, back])
                == [front, back].filter { late in row.awaited.contains { $0.hasPrefix("\(late)") } })
    }

    @Test func `a file that is whole gets its digest, and nothing is asked twice`() {
        var log = Self.log()
        log.finish(Self.summary(back, 0))
        let path = "/r/take/back_0.mov"
        #expect(log.completion.askForDigest(path).words == ["digest \(path)"])
        #expect(log.completion.askForDigest(path) == [])
        #expect(!log.unmeasured.contains { $0.path == path })
        #expect(
            log.digested(path, 5, "d", nil, in: "/r/take").words == [
                #"record digested {"file":"back_0.mov","size":5,"digest":"d"}"#
            ])
        #expect(log.all[0].digest == "d" && log.all[0].size == 5)
        #expect(log.digested(path, 5, "d", nil, in: "/r/take") == [])
        _ = log.completion.askForDigest("/r/take/front_0.mov")
        #expect(
            log.digested("/r/take/front_0.mov", nil, nil, "It is gone.", in: "/r/take").words == [
                #"record digest-failed {"file":"front_0.mov","message":"It is gone."}"#
            ])
    }

    @Test(arguments: [
        (nil as String?, false, ["digest /r/take/back_0.mov"]),
        (
            "no room", false,
            [
                "warn chapters: back_0.mov has no chapters for its marks: no room; session.json lists them.",
                "digest /r/take/back_0.mov",
            ]
        ),
        (nil, true, []),
    ])
    func `a file with its chapters is not changed any more`(problem: String?, isHasty: Bool, expected: [String]) {
        var log = Self.log()
        let (path, chapters) = ("/r/take/back_0.mov", [Chapter(start: 0, title: "a")])
        #expect(
            log.completion.complete(path, chapters, isHasty: isHasty, in: "/r/take").words == ["chapters \(path) 1"])
        #expect(log.chaptered(path, 9, problem, isHasty: isHasty, in: "/r/take").words == expected)
        #expect(log.all[0].size == (isHasty ? 9 : nil))
        #expect(log.chaptered(path, 9, problem, isHasty: isHasty, in: "/r/take") == [])
    }

    @Test func `a worker goes on behind the files of those before`() {
        let history = SessionHistory(
            ledger: [
                Line.started(["back", "front"]), Line.recording(1, [("back", "b0.mov"), ("front", "f0.mov")]),
                Line.entry(.workerLost),
            ], in: "/r/take")
        var log = FileLog(after: history)
        #expect(Self.awaited(log) == [] && log.kept.count == 2)
        #expect(log.open([back], at: nil, part: 1, named: Self.name).map(\.segment) == [history.nextSegment])
    }
}

@Suite("Session: what finished files wait for")
struct FileCompletionTests {
    private static func chapters(_ count: Int) -> [Chapter] { (0..<count).map { Chapter(start: Int64($0), title: "") } }

    @Test(arguments: [
        ("a.mov", 0, false, ["digest a.mov"]), ("a.mov", 0, true, []), ("a.mov", 2, true, ["chapters a.mov 2"]),
        ("a.mov", 255, false, ["chapters a.mov 255"]), ("a.mkv", 256, false, ["chapters a.mkv 256"]),
        (
            "a.mov", 256, false,
            [
                "chapters a.mov 256",
                "warn chapters: a.mov has 256 marks; the first 255 are its chapters, and session.json lists all.",
            ]
        ),
    ])
    func `chapters come before digests`(path: String, count: Int, isHasty: Bool, expected: [String]) {
        var completion = FileCompletion()
        #expect(completion.complete(path, Self.chapters(count), isHasty: isHasty, in: "/r").words == expected)
        #expect(completion.isPending(path) == !expected.isEmpty)
    }

    @Test func `it is done when all is measured and nothing is waited for`() {
        var completion = FileCompletion()
        #expect(!completion.isDone)
        _ = completion.askForDigest("a")
        _ = completion.complete("b", Self.chapters(1), isHasty: false, in: "/r")
        completion.measured()
        #expect(!completion.isDone)
        #expect(completion.digested("a") && !completion.digested("a"))
        #expect(!completion.isDone)
        #expect(completion.chaptered("b") && !completion.chaptered("b"))
        #expect(completion.isDone)
    }

    @Test func `digests can be left out, chapters only with the folder`() {
        var completion = FileCompletion()
        _ = completion.askForDigest("a")
        _ = completion.complete("b", Self.chapters(1), isHasty: false, in: "/r")
        completion.measured()
        #expect(completion.skipDigests().words == ["record digests-skipped"])
        #expect(!completion.isPending("a") && completion.isPending("b"))
        completion.giveUp()
        #expect(completion.isDone)
    }
}
