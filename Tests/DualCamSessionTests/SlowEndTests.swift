import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: an end on a slow machine")
struct SlowEndTests {
    @Test func `an end that gets on is waited for, and told once a second`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        func read(_ framesOut: Int, _ bytes: Int64) -> SessionInput {
            var branch = GraphStatistics.Branch(output: back, framesIn: 30, framesOut: framesOut, queue: 1)
            branch.waiting = 30 - framesOut
            let output = GraphStatistics.Output(name: back, frames: framesOut, dropped: 0, bytes: bytes)
            return .reading(
                GraphStatistics(now: nil, outputs: [output], branches: [branch]),
                ClockReading(wall: 0, uptime: 0, boottime: 0))
        }
        bench.feed(.stop(.interrupt), at: .seconds(5))
        (bench.deeds, bench.events) = ([], [])
        bench.feed(read(10, 1000), at: .milliseconds(5_250))
        bench.feed(read(10, 1000), at: .milliseconds(5_500))
        #expect(bench.deeds == [])
        bench.feed(read(11, 1000), at: .milliseconds(8_000))
        #expect(bench.deeds == ["arm finish 13.0"])
        bench.feed(read(11, 1500), at: .milliseconds(8_250))
        #expect(bench.deeds == ["arm finish 13.0", "arm finish 13.25"])
        #expect(bench.events.map(\.kind) == [.finishing(frames: 19)])
        // After a second stop, progress no longer extends the wait.
        bench.feed(.stop(.interrupt), at: .seconds(9))
        bench.deeds = []
        bench.feed(read(12, 1500), at: .milliseconds(9_250))
        #expect(bench.deeds == [])
        #expect(bench.events.map(\.kind) == [.finishing(frames: 19), .finishing(frames: 18)])
    }

    /// Returns a recording of a camera and the combined picture, which was shed shortly before the end.
    private func shed() throws -> Bench {
        var settings = SessionSettings(outputs: [back, .combined], keepFree: 1_000_000_000)
        settings.storage.whenFull = .dropCombined
        var bench = try Bench.running(settings)
        bench.feed(.space(900_000_000), at: .seconds(3))
        bench.feed(.stop(.interrupt), at: .seconds(4))
        bench.deeds = []
        bench.finish(back, at: .seconds(4))
        return bench
    }

    @Test func `the end waits for the frames of an output that was just shed`() throws {
        var bench = try shed()
        #expect(bench.deeds == ["digest take_back.mov"])
        bench.finish(.combined, at: .seconds(6))
        #expect(
            bench.deeds.dropFirst().prefix(4) == [
                "digest take_combined.mov", "disarm stall", "disarm finish", "close 5.0",
            ])
        #expect(bench.state.outcome.files.map(\.isFinished) == [true, true])
    }

    @Test func `an output that was shed and gives out nothing more does not fail the recording`() throws {
        var bench = try shed()
        bench.feed(.deadline(.finish), at: .seconds(9))
        #expect(bench.deeds.suffix(3) == ["disarm stall", "close 5.0", "arm close 15.0"])
        #expect(bench.state.failures.isEmpty)
        #expect(bench.state.outcome.files.map(\.isFinished) == [true, false])
    }

    @Test func `the end does not wait for an output that was shed and has failed since`() throws {
        var bench = try shed()
        bench.feed(.graph(.failed(.encoder(of: .combined))), at: .seconds(5))
        #expect(bench.deeds.contains("close 5.0"))
        #expect(bench.state.failures.isEmpty)
    }

    @Test func `a second stop before the graph has begun to stop abandons stalled inputs again`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.feed(.applied(.stop(at: nil)), at: .seconds(5))
        #expect(!bench.deeds.contains("abandon"))

        bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.deeds = []
        bench.feed(.applied(.stop(at: nil)), at: .seconds(5))
        #expect(bench.deeds == ["abandon"])
        bench.finish(back, at: .seconds(5))
        bench.deeds = []
        bench.feed(.applied(.stop(at: nil)), at: .seconds(5))
        #expect(bench.deeds == [])
    }

    /// The only camera is away, so no file is open and the graph is closed without waiting for its answer to the stop.
    @Test func `a stop without open files replaces the scheduled end, whatever the graph reports later`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back], duration: .seconds(60)))
        func ends() -> [RunningTime?] { bench.entries.filter { $0.kind == .stopping }.map { $0["at"]?.time } }
        bench.feed(.graph(.stopping(at: .seconds(61))), at: .seconds(1))
        bench.feed(.graph(.inputLost(InputName("back"), at: .seconds(3))), at: .seconds(3))
        bench.finish(back, at: .seconds(3))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        #expect(ends() == [.seconds(61), .seconds(4)])
        bench.feed(.graph(.stopping(at: .seconds(61))), at: .seconds(5))
        #expect(ends() == [.seconds(61), .seconds(4)])
        bench.feed(.graph(.stopping(at: .seconds(3))), at: .seconds(5))
        #expect(ends() == [.seconds(61), .seconds(4), .seconds(3)])
    }
}
