import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// `recording.duration` across several workers.
@Suite struct SessionDurationTests {
    /// Returns the history of a first worker that began at running time 1 s, which was at `FakeGraph.wallClock` minus 1
    /// s on its own clock.
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

    /// Gaps between workers count as recorded time, pauses do not. A pause that was still open lasts until the next
    /// worker.
    @Test(
        arguments: [
            ([], 0, 20.0), ([(2, 5)], 0, 17), ([(2, 5), (8, nil)], 0, 4), ([(2, 5)], 4, 15),
            ([(2, 5), (8, nil)], 4, 10),
        ] as [([(Int64, Int64?)], Int64, Double)])
    func `a recording is as long as it has lasted`(pauses: [(Int64, Int64?)], second: Int64, seconds: Double) {
        let time = { (seconds: Int64) in RunningTime(nanoseconds: seconds * 1_000_000_000) }
        var history = Self.history(secondsAgo: 20)
        history.parts[0].pauses = CutList(pauses.map { .init(from: time($0.0), to: $0.1.map(time)) })
        if second > 0 {
            // The second worker began 12 s after the first one's start, and was paused for 2 s.
            history.parts.append(
                .init(start: time(second), end: nil, wallOffset: FakeClock.wall - (8 + second) * 1_000_000_000))
            history.parts[1].pauses = CutList([.init(from: time(second + 1), to: time(second + 3))])
        }
        #expect(history.recorded(until: FakeClock.wall) == Int64(seconds * 1e9))
        #expect(SessionHistory().recorded(until: FakeClock.wall) == nil)
    }
}
