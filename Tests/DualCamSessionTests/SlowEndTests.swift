import DualCamConfig
import DualCamPlan
import Testing

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
}
