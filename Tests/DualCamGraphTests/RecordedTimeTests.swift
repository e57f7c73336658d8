import DualCamPlan
import DualCamTestKit
import Kernel
import Testing

@testable import DualCamTiming
@testable import DualCamGraph

/// The recorded time, from which timecodes are made.
@Suite struct RecordedTimeTests {
    private static let second: Int64 = 1_000_000_000

    /// A recording continues the time of an earlier worker; the next take begins at 0.
    @Test func aSuccessorGoesOn() {
        let asked = Lock<[Int64]>([])
        let line = RecordingWindow(SessionInterval(deciding: [0])) { _ in }
        let recorded = RecordedTime(line, runningTime: { 3 * Self.second }) { time in
            asked.with { $0.append(time) }
            return 60 * Self.second
        }
        #expect(recorded.at(2 * Self.second) == 0)
        _ = line.observe(stream: 0, time: 2 * Self.second, duration: 33_000_000, isAudio: false)
        #expect(line.start == 2 * Self.second)
        #expect(recorded.at(2 * Self.second) == 60 * Self.second)
        #expect(recorded.at(3 * Self.second + 5) == 61 * Self.second + 5)
        // The time of a frame before the start.
        #expect(recorded.at(Self.second) == 59 * Self.second)
        let times = asked.with { $0 }
        // One second ago by the pipeline's clock.
        let ago = WallClock.now() - (times.first ?? 0)
        #expect(times.count == 1 && ago >= Self.second && ago < 30 * Self.second)
        line.change { $0.hold() }
        #expect(recorded.at(4 * Self.second) == 0)
        line.change { $0.begin(deciding: [0], delay: 0) }
        _ = line.observe(stream: 0, time: 5 * Self.second, duration: 33_000_000, isAudio: false)
        #expect(recorded.at(6 * Self.second) == Self.second)
    }
}
