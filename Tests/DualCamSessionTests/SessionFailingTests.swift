import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: the state machine when something goes wrong")
struct SessionFailingTests {
    @Test func `inputs that hold up the files are abandoned after a quarter of a second`() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.deeds = []
        bench.feed(.deadline(.stall), at: .milliseconds(5_250))
        #expect(bench.deeds == ["abandon"])
        #expect(bench.entries.last?.fields == [.init("waiting-for", .array(["front"]))])
    }

    @Test func `an end of stream that never comes is a failure that names the outputs`() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.feed(.deadline(.stall), at: .milliseconds(5_250))
        bench.deeds = []
        bench.feed(.deadline(.finish), at: .seconds(10))
        bench.feed(.graphClosed(nil), at: .seconds(10))
        bench.feed(.inspected, at: .seconds(10))
        #expect(
            bench.deeds == [
                "close 5.0", "arm close 16.0", "disarm close", "inspect 2", "complete unfinished",
                "arm save 15.0",
            ])
        #expect(bench.state.outcome.exit == .fault)
        #expect(
            bench.state.outcome.failures.map(\.message) == [
                "The files of back and front were not finished: nothing was written for 5 s."
            ]
        )
    }

    @Test func `a second stop abandons at once and gives two seconds more, a third does no harm`() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.deeds = []
        bench.feed(.stop(.interrupt), at: .milliseconds(5_100))
        #expect(bench.deeds == ["disarm stall", "abandon", "arm finish 7.1"])
        bench.deeds = []
        bench.feed(.stop(.terminate), at: .milliseconds(5_200))
        #expect(bench.deeds == [])
        bench.feed(.deadline(.finish), at: .milliseconds(7_100))
        #expect(
            bench.state.failures.all.map(\.message) == [
                "The files of back and front were not finished: nothing was written for 2 s."
            ])
    }

    @Test func `a second stop during the digests skips the rest of them`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.deeds = []
        bench.feed(.stop(.interrupt), at: .seconds(6))
        bench.feed(.digested(path: "/r/take/take_back.mov", bytes: 1, digest: "late", problem: nil), at: .seconds(7))
        #expect(bench.deeds == ["complete finished", "arm save 11.0"])
        #expect(bench.entries.map(\.kind).suffix(3) == [.stopRequested, .digestsSkipped, .finished])
        #expect(bench.state.files.all.map(\.digest) == [nil])
    }

    @Test func `a hastened session computes no digests`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        #expect(!bench.deeds.contains("digest take_back.mov"))
        bench.deeds = []
        bench.feed(.graphClosed(nil), at: .seconds(5))
        #expect(bench.deeds == ["disarm close", "inspect 1"])
    }

    @Test func `one output's failure takes out that output alone`() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.failed(.encoder(of: front))), at: .seconds(3))
        bench.feed(.graph(.failed(.encoder(of: front))), at: .seconds(3))
        #expect(bench.deeds == ["drop front"])
        #expect(bench.events.map(\.name) == ["failed"])
        #expect(bench.entries.map(\.kind) == [.failed, .outputDropped, .failed])
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.feed(.inspected, at: .seconds(5))
        bench.digestAll(at: .seconds(5))
        #expect(bench.deeds.contains("complete unfinished"))
        #expect(bench.state.outcome.exit == .unavailable)
        #expect(bench.manifests.last?.finishedFiles == [[true], [false]])
    }

    @Test func `the next segment has no file for an output that was lost`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back, front], segment: .seconds(60)))
        bench.feed(.graph(.failed(.encoder(of: front))), at: .seconds(3))
        bench.deeds = []
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(bench.deeds.first == "open take_back_001.mov at 61.0")
    }

    @Test func `a disk without a byte left ends the session although one output alone noticed`() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.failed(GraphFailure(.diskFull, output: back, message: "Full."))), at: .seconds(3))
        #expect(bench.deeds.prefix(2) == ["drop back", "stop now"])
        #expect(bench.state.life.reason == .diskFull)
        #expect(bench.state.outcome.exit == .diskFailed)
    }

    @Test(arguments: [
        (GraphFailure.Code.deviceMissing, ExitCode.unavailable), (.deviceBusy, .unavailable),
        (.deviceFormat, .unavailable), (.elementMissing, .unavailable),
        (.encoderFailed, .unavailable),
        (.diskFull, .diskFailed), (.diskFailed, .diskFailed), (.outputNotCreated, .outputNotCreated),
        (.timeout, .fault),
        (.fault, .fault),
    ])
    func `a failure of no single output finishes every file and decides the exit code`(
        code: GraphFailure.Code, exit: ExitCode
    ) throws {
        var bench = try Bench.running()
        bench.feed(.graph(.failed(GraphFailure(code, message: "It broke."))), at: .seconds(3))
        #expect(bench.deeds == ["stop now", "arm stall 3.25", "arm finish 8.0"])
        #expect(bench.state.outcome.exit == exit)
    }

    @Test func `the first failure decides the exit code`() throws {
        var bench = try Bench.running()
        bench.feed(.graph(.failed(GraphFailure(.diskFailed, output: front, message: "a"))), at: .seconds(3))
        bench.feed(.graph(.failed(GraphFailure(.fault, message: "b"))), at: .seconds(4))
        #expect(bench.state.outcome.exit == .diskFailed)
    }

    @Test func `what breaks while an early stop closes the devices is not a failure`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.stop(.interrupt), at: .zero)
        bench.feed(.startFailed(GraphFailure(.fault, message: "Closed while opening.")), at: .zero)
        #expect(bench.state.outcome.exit == .finished)
        #expect(bench.entries.last?.kind == .failed)
    }

    @Test func `a start that fails leaves nothing`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.startFailed(GraphFailure(.deviceBusy, output: back, message: "Busy.")), at: .zero)
        bench.feed(.graphClosed(nil), at: .zero)
        #expect(bench.deeds.suffix(2) == ["discard 2", "arm save 5.0"])
        #expect(bench.state.outcome.exit == .unavailable)
        #expect(bench.state.outcome.folder == nil)
    }

    @Test(arguments: [
        ([], "Recording did not begin within 10 s: not every input delivers.", ExitCode.fault),
        (["back.source"], "Recording did not begin within 10 s: nothing came from camera back.", .unavailable),
        (
            ["back.source", "audio.encoder", "audio.source"],
            "Recording did not begin within 10 s: nothing came from camera back and the microphone.", .unavailable
        ),
    ])
    func `a recording that does not begin names what is silent`(
        warned: [String], message: String, exit: ExitCode
    ) throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        for branch in warned {
            bench.feed(.graph(.warning(branch: BranchID(ledger: branch), text: "Nothing yet.")), at: .seconds(5))
        }
        bench.feed(.deadline(.start), at: .seconds(10))
        #expect(bench.state.failures.all.map(\.message) == [message])
        #expect(bench.state.outcome.exit == exit)
        #expect(bench.deeds.suffix(2) == ["close 5.0", "arm close 16.0"])
    }

    @Test func `a deadline that was disarmed has no effect when it fires late`() throws {
        var bench = try Bench.running()
        bench.feed(.deadline(.start), at: .seconds(10))
        #expect(bench.deeds == [])
        #expect(bench.state.phase == .running)
    }

    @Test(arguments: [
        GraphEvent.closed,
        .fileFinished(
            .init(
                output: back, segment: 0, path: "/r/take/take_back.mov", frames: 1, start: .seconds(1), end: .seconds(2)
            )),
    ])
    func `an end nobody asked for is a fault`(_ event: GraphEvent) throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.graph(event), at: .seconds(3))
        #expect(bench.state.outcome.exit == .fault)
        #expect(bench.state.phase == .finishing)
    }

    @Test func `a graph that will not close is a warning when all files are whole`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.feed(.deadline(.close), at: .seconds(11))
        bench.feed(.graphClosed(nil), at: .seconds(12))
        #expect(bench.events.map(\.name) == ["stopping", "file-finished", "warning"])
        #expect(bench.deeds.filter { $0.hasPrefix("inspect") } == ["inspect 0"])
        #expect(bench.state.outcome.exit == .finished)
    }

    @Test func `journal that cannot be written, or not in time, fail the session`() throws {
        for input in [SessionInput.saved(FolderFailure(.write, path: "/r/take", errorNumber: 28)), .deadline(.save)] {
            var bench = try Bench.running(SessionSettings(outputs: [back]))
            bench.feed(.stop(.interrupt), at: .seconds(5))
            bench.finish(back, at: .seconds(5))
            bench.feed(.graphClosed(nil), at: .seconds(5))
            bench.feed(.inspected, at: .seconds(5))
            bench.digestAll(at: .seconds(5))
            bench.feed(input, at: .seconds(10))
            #expect(bench.state.phase == .finished)
            #expect(bench.state.outcome.exit != .finished)
        }
    }

    @Test func `a segment that cannot be opened ends the session, and its files are not waited for`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], segment: .seconds(60)))
        bench.feed(.deadline(.segment), at: .seconds(59))
        bench.feed(
            .applyFailed(
                .openSegment(bench.state.files.all.suffix(1).map(\.request), at: .seconds(61)),
                GraphFailure(.fault, message: "No.")),
            at: .seconds(59))
        bench.deeds = []
        bench.finish(back, at: .seconds(60))
        #expect(bench.deeds.contains("close 5.0"))
    }

    @Test func `free space is warned of once a threshold, and ends the recording below keep-free`() throws {
        var settings = SessionSettings(outputs: [back], keepFree: 1_000_000_000)
        settings.storage.warnAt = [1, 10, 5].map { ByteCount(bytes: $0 * 1_000_000_000) }
        var bench = try Bench.running(settings)
        for (second, gigabytes) in [11, 9, 9, 4, 4, 1].enumerated() {
            bench.feed(.free(Int64(gigabytes) * 1_000_000_000), at: .seconds(3 + second))
        }
        #expect(
            bench.messages == [
                "Only 9 GB are left on the disk of /r/take.", "Only 4 GB are left on the disk of /r/take.",
            ])
        bench.feed(.free(950_000_000), at: .seconds(20))
        #expect(bench.deeds.first == "stop now")
        #expect(bench.state.outcome.exit == .diskFailed)
        #expect(bench.state.life.reason == .diskFull)
        #expect(
            bench.state.failures.all.map(\.message) == [
                "Only 950 MB are left on the disk of /r/take, less than storage.keep-free (1 GB)."
            ])
        bench.feed(.free(1), at: .seconds(21))
        #expect(bench.deeds.filter { $0 == "abandon" }.isEmpty)
    }

    @Test func `several thresholds passed at once are one warning`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], warnAt: [10_000_000_000, 5_000_000_000]))
        bench.feed(.free(4_500_000_000), at: .seconds(3))
        bench.feed(.free(4_400_000_000), at: .seconds(4))
        #expect(bench.messages == ["Only 4.5 GB are left on the disk of /r/take."])
    }

    @Test func `too little space is said before a device is opened`() throws {
        var bench = try Bench(SessionSettings(outputs: [back], keepFree: 1_000_000_000))
        bench.feed(.begin(freeBytes: 999_999_999), at: .zero)
        #expect(bench.deeds == ["discard 0", "arm save 5.0"])
        #expect(bench.state.outcome.exit == .diskFailed)
    }
}

extension GraphFailure {
    static func encoder(of output: OutputName) -> GraphFailure {
        GraphFailure(
            .encoderFailed, branch: BranchID.encoder(output), output: output, message: "The encoder stopped.")
    }
}

extension Bench {
    /// The messages of all warnings.
    var messages: [String] {
        events.compactMap { event in
            if case .warning(_, _, let message) = event.kind { message } else { nil }
        }
    }
}
