import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: the state machine's plain course")
struct SessionMachineTests {
    @Test func `asks for the first files, and no others, when the folder is there`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: 5), at: .zero)
        #expect(bench.deeds == ["start take_back.mov take_front.mov", "arm start 10.0"])
        #expect(bench.events.map(\.name) == ["started"])
        #expect(bench.state.phase == .preparing)
    }

    @Test func `what is to be said of its cost stands in the ledger, once`() throws {
        var bench = try Bench(remarks: ["It is too much."])
        bench.feed(.begin(freeBytes: 5), at: .zero)
        bench.feed(.space(7), at: .seconds(1))
        #expect(bench.events.map(\.kind).dropFirst() == [.warning(.budget, branch: nil, message: "It is too much.")])
        let entry = try #require(bench.entries.last)
        #expect(bench.entries.map(\.kind) == [.started, .warning])
        #expect(entry.fields.first == .init("code", .string("budget")))
    }

    @Test func `what the file says in vain stands in the ledger, once`() throws {
        var order = SessionOrder(
            settings: SessionSettings(outputs: [back]), description: .sample, directory: "/r",
            names: try .sample(SessionSettings(outputs: [back]), "take_{output}"))
        order.warnings = [(.setting, "inset changes nothing."), (.setting, "So does fit.")]
        var bench = try Bench(order: order)
        bench.feed(.begin(freeBytes: 5), at: .zero)
        bench.feed(.space(7), at: .seconds(1))
        let told = order.warnings.map { SessionEvent.Kind.warning(.setting, branch: nil, message: $0.message) }
        #expect(bench.events.map(\.kind).dropFirst() == told[...])
        let entries = bench.entries.dropFirst()
        #expect(entries.map(\.kind) == [.warning, .warning])
        #expect(
            entries.map { JSONValue.object($0.fields).line } == [
                #"{"code":"setting","branch":null,"message":"inset changes nothing."}"#,
                #"{"code":"setting","branch":null,"message":"So does fit."}"#,
            ])
    }

    @Test func `a session without an end waits for nothing once it records`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "test")), at: .seconds(2))
        #expect(bench.deeds == ["disarm start"])
        #expect(bench.state.phase == .running)
    }

    @Test func `the end of a duration is asked for at once, on the graph's own time`() throws {
        var bench = try Bench(SessionSettings(outputs: [back], duration: .seconds(10)))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "test")), at: .seconds(2))
        #expect(bench.deeds == ["disarm start", "stop at 11.0", "arm end 12.0"])
    }

    @Test func `the scheduled end finishes without a second stop`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], duration: .seconds(10)))
        bench.feed(.graph(.stopping(at: .seconds(11))), at: .seconds(2))
        #expect(bench.state.phase == .running)
        bench.feed(.deadline(.end), at: .seconds(12))
        #expect(bench.deeds == ["arm stall 12.25", "arm finish 17.0"])
        bench.deeds = []
        bench.finish(back, at: .seconds(12))
        #expect(
            bench.deeds == ["digest take_back.mov", "disarm stall", "disarm finish", "close 5.0", "arm close 18.0"])
        #expect(bench.state.outcome.reason == .duration)
    }

    @Test func `a pipeline clock that is behind moves the watch over the scheduled end`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], duration: .seconds(10)))
        bench.feed(.reading(now: .seconds(9)), at: .seconds(11))
        bench.feed(.deadline(.end), at: .seconds(12))
        #expect(bench.deeds == ["arm end 13.0"])
        #expect(bench.state.phase == .running)
    }

    @Test func `files that end with the scheduled end before its deadline end the session`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], duration: .seconds(10)))
        bench.finish(back, at: .milliseconds(11_900))
        #expect(bench.state.phase == .finishing)
        #expect(bench.state.failures.isEmpty)
    }

    @Test func `from a stop to the journal`() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        #expect(bench.deeds == ["stop now", "arm stall 5.25", "arm finish 10.0", "digest take_back.mov"])
        bench.deeds = []
        bench.finish(front, at: .seconds(5))
        bench.feed(.graph(.closed), at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.feed(.inspected, at: .seconds(6))
        bench.digestAll(at: .seconds(6))
        bench.feed(.saved(nil), at: .seconds(6))
        #expect(
            bench.deeds == [
                "digest take_front.mov", "disarm stall", "disarm finish", "close 5.0", "arm close 11.0",
                "disarm close", "inspect 0", "complete finished", "arm save 11.0", "disarm save",
            ])
        #expect(bench.state.phase == .finished)
        #expect(bench.state.outcome.exit == .finished)
        #expect(bench.events.map(\.name) == ["stopping", "file-finished", "file-finished", "finished"])
    }

    @Test func `nothing happens any more once it is finished`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.stop(.interrupt), at: .seconds(1))
        bench.feed(.graphClosed(nil), at: .seconds(1))
        bench.feed(.saved(nil), at: .seconds(1))
        #expect(bench.state.phase == .finished)
        #expect(bench.state.observe(.stop(.interrupt), at: .seconds(2)).isEmpty)
        #expect(bench.state.observe(.deadline(.start), at: .seconds(20)).isEmpty)
    }

    @Test func `a stop before recording leaves nothing and is not a failure`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        bench.feed(.stop(.terminate), at: .seconds(1))
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "late")), at: .seconds(1))
        bench.feed(.graphClosed(nil), at: .seconds(1))
        #expect(
            bench.deeds == ["disarm start", "close 5.0", "arm close 7.0", "disarm close", "discard 2", "arm save 6.0"])
        bench.feed(.saved(nil), at: .seconds(1))
        #expect(
            bench.state.outcome
                == SessionOutcome(exit: .finished, reason: .terminate, folder: nil, files: [], failures: []))
    }

    @Test func `a stop that comes before the folder opens no device`() throws {
        var bench = try Bench()
        bench.feed(.stop(.interrupt), at: .zero)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.deeds == ["discard 0", "arm save 5.0"])
    }

    struct Boundaries: Sendable, CustomTestStringConvertible {
        var what: String
        var segment: Duration?
        var longestFile: Duration?
        var duration: Duration?
        /// The deadlines that are armed when recording begins (two seconds after the session), and after the first
        /// boundary's deadline.
        var first: [String]
        var second: [String]
        var testDescription: String { what }
    }

    @Test(arguments: [
        Boundaries(
            what: "segments", segment: .seconds(600), first: ["disarm start", "arm segment 599.0"],
            second: ["open take_back_001.mov take_front_001.mov at 601.0", "arm segment 1199.0"]),
        Boundaries(
            what: "segments shorter than the lead", segment: .seconds(2), first: ["disarm start", "arm segment 3.0"],
            second: ["open take_back_001.mov take_front_001.mov at 3.0", "arm segment 5.0"]),
        Boundaries(
            what: "no segments but a limit", longestFile: .seconds(60), first: ["disarm start", "arm segment 53.0"],
            second: ["open take_back_001.mov take_front_001.mov at 55.0", "arm segment 107.0"]),
        Boundaries(
            what: "segments beyond the limit", segment: .seconds(600), longestFile: .seconds(310),
            first: ["disarm start", "arm segment 299.0"],
            second: ["open take_back_001.mov take_front_001.mov at 301.0", "arm segment 599.0"]),
        Boundaries(
            what: "the end on a boundary", segment: .seconds(10), duration: .seconds(20),
            first: ["disarm start", "stop at 21.0", "arm end 22.0", "arm segment 9.0"],
            second: ["open take_back_001.mov take_front_001.mov at 11.0"]),
        Boundaries(
            what: "a rest too short for a file", segment: .seconds(10), duration: .milliseconds(10_900),
            first: ["disarm start", "stop at 11.9", "arm end 12.9"], second: []),
        Boundaries(what: "neither", first: ["disarm start"], second: []),
    ])
    func `boundaries`(_ row: Boundaries) throws {
        var bench = try Bench(
            SessionSettings(
                outputs: [back, front], duration: row.duration, segment: row.segment, longestFile: row.longestFile))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "test")), at: .seconds(2))
        #expect(bench.deeds == row.first)
        bench.deeds = []
        bench.feed(.deadline(.segment), at: .seconds(3))
        #expect(bench.deeds == row.second)
    }

    @Test(arguments: [
        (segment: Duration?.some(.seconds(60)), longest: Duration?.none, reason: "segment"),
        (nil, .seconds(100), "longest-file"),
        (.seconds(60), .seconds(60), "longest-file"),
    ])
    func `the ledger says why files are split`(segment: Duration?, longest: Duration?, reason: String) throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], segment: segment, longestFile: longest))
        bench.feed(.deadline(.segment), at: .seconds(50))
        #expect(bench.entries.first?.fields[2] == .init("reason", .string(reason)))
    }

    @Test func `a segment that would have begun after the end is not waited for and its files go`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], segment: .seconds(10)))
        bench.feed(.deadline(.segment), at: .seconds(9))
        bench.feed(.stop(.interrupt), at: .seconds(10))
        bench.deeds = []
        bench.feed(.graph(.stopping(at: .seconds(10))), at: .seconds(10))
        bench.finish(back, at: .seconds(10))
        bench.feed(.graphClosed(nil), at: .seconds(10))
        bench.feed(.inspected, at: .seconds(10))
        bench.digestAll(at: .seconds(10))
        #expect(bench.deeds.contains("inspect 0"))
        #expect(bench.deeds.contains("complete finished /r/take/take_back_001.mov"))
    }

    @Test(arguments: [
        (end: Int64(10), frames: 0, cancelled: true), (11, 0, true), (12, 0, true), (10, 2, false),
    ])
    func `a segment without a frame is cancelled, wherever the end is`(
        end: Int64, frames: Int, cancelled: Bool
    ) throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], segment: .seconds(10)))
        bench.feed(.deadline(.segment), at: .seconds(9))
        bench.feed(.stop(.interrupt), at: .seconds(10))
        bench.feed(.graph(.stopping(at: .seconds(end))), at: .seconds(10))
        bench.finish(back, segment: 1, frames: frames, at: .seconds(10))
        #expect(bench.state.files.all.map(\.cancelled) == [false, cancelled])
        #expect(bench.state.files.all.map(\.isFinished) == [false, !cancelled])
    }

    @Test func `a session whose files took no frame leaves nothing`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(2))
        bench.finish(back, frames: 0, at: .seconds(2))
        bench.deeds = []
        bench.feed(.graphClosed(nil), at: .seconds(2))
        #expect(bench.deeds.contains("discard 1"), "\(bench.deeds)")
        bench.feed(.saved(nil), at: .seconds(2))
        #expect(bench.state.outcome.folder == nil)
        #expect(bench.state.outcome.files.isEmpty)
        #expect(bench.state.outcome.exit == .finished)
    }

    @Test func `entries before the pipeline's clock runs have no running time, later ones its wall clock`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .milliseconds(1))
        bench.feed(
            .graph(.recording(at: .seconds(1), wallClock: SampleRecording.wallStart, clock: "c")), at: .seconds(2))
        bench.feed(
            .graph(.dropped(branch: BranchID(ledger: "b"), output: nil, count: 1, at: .seconds(3))), at: .seconds(9))
        #expect(
            bench.entries.map(\.line) == [
                #"{"time":"2026-11-21T14:05:03.251Z","running-time":null,"kind":"started","dualcam":"0.1","folder":"/r/take","outputs":["back","front"],"files":[{"output":"back","file":"take_back.mov"},{"output":"front","file":"take_front.mov"}]}"#,
                #"{"time":"2026-11-21T14:05:03.250Z","running-time":1.0,"kind":"recording","clock":"c","wall-clock-offset":1795269902.25,"files":[{"output":"back","file":"take_back.mov","segment":0},{"output":"front","file":"take_front.mov","segment":0}]}"#,
                #"{"time":"2026-11-21T14:05:05.250Z","running-time":3.0,"kind":"dropped","branch":"b","output":null,"count":1}"#,
            ])
    }
}
