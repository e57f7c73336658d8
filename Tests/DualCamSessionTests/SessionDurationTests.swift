import DualCamPlan
import Testing

@testable import DualCamSession

/// `recording.duration` over more than one worker.
@Suite struct SessionDurationTests {
    /// A first worker began at running time 1 s, which was `FakeGraph.wallClock` minus 1 s on its own line.
    private static func history(secondsAgo: Int64) -> SessionHistory {
        var history = SessionHistory()
        history.parts = [
            .init(
                start: RunningTime(nanoseconds: 1_000_000_000), end: nil,
                wallOffset: FakeClock.wall - (secondsAgo + 1) * 1_000_000_000)
        ]
        return history
    }

    private enum FakeClock { static let wall: Int64 = 1_795_269_903_250_000_000 }

    @Test(arguments: [(0, "stop at 61.0"), (20, "stop at 41.0"), (90, "stop at 1.1"), (-5, "stop at 61.0")])
    func `the workers before have taken their part of it`(secondsAgo: Int64, deed: String) throws {
        var bench = try Bench(
            SessionSettings(outputs: [back], duration: .seconds(60)), resuming: Self.history(secondsAgo: secondsAgo))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.deeds = []
        bench.feed(
            .graph(.recording(at: .seconds(1), wallClock: FakeClock.wall, clock: "fake")), at: .seconds(1))
        #expect(bench.deeds.first { $0.hasPrefix("stop") } == deed)
    }
}
