import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamSession

/// Queues before encoders that work at different speeds.
@Suite struct QueueWatchTests {
    private static let (front, side) = (OutputName("front"), OutputName("side"))

    private func branch(
        _ output: OutputName, _ queue: Double, _ framesIn: Int, _ framesOut: Int, isHeldUp: Bool = false
    ) -> GraphStatistics.Branch {
        .init(output: output, framesIn: framesIn, framesOut: framesOut, queue: queue, isHeldUp: isHeldUp)
    }

    /// Returns the watch after five readings of one second: of ten frames each, `back` encodes five and `front` eight;
    /// `side` keeps up.
    private func second() -> QueueWatch {
        var watch = QueueWatch()
        for number in 0...4 {
            watch.observe([
                branch(back, 0.6 + 0.05 * Double(number), 10 * number, 5 * number),
                branch(Self.front, 0.55, 10 * number, 8 * number), branch(Self.side, 0.1, 10 * number, 10 * number),
            ])
        }
        return watch
    }

    @Test func theFullestQueueAndTheSlowestEncoderCount() {
        let watch = second()
        #expect(abs(watch.fullest - 0.8) < 1e-9)
        #expect(watch.pace { _ in true } == 0.5)
        #expect(watch.pace { $0 != back } == 0.8)
        #expect(watch.pace { $0 == Self.side } == nil)
        #expect(watch.alarm == .urgent && !watch.isOfCombined && !watch.isCalm)
    }

    @Test func oneReadingIsNoAlarm() {
        var watch = QueueWatch()
        watch.observe([branch(back, 0.9, 10, 5), branch(Self.front, 0.1, 10, 10)])
        #expect(watch.alarm == nil && watch.fullest == 0.9)
        watch.observe([branch(back, 0.9, 20, 10), branch(Self.front, 0.1, 20, 20)])
        #expect(watch.alarm == .urgent)
    }

    /// More frames leave the encoder than arrive, so waiting is enough.
    @Test func aQueueThatBecomesEmptierIsNoAlarm() {
        var watch = QueueWatch()
        for number in 0...3 { watch.observe([branch(back, 0.9 - 0.05 * Double(number), 10 * number, 12 * number)]) }
        #expect(watch.alarm == nil && watch.pace { _ in true } == nil)
    }

    /// One encoder waits for its disk and is reported after a second; another one falls behind meanwhile.
    @Test func anEncoderThatWaitsForItsDiskDoesNotFallBehind() {
        var watch = QueueWatch()
        for number in 0...4 {
            watch.observe([
                branch(back, 0.9, 10 * number, 3, isHeldUp: true), branch(Self.front, 0.6, 10 * number, 4 * number),
            ])
            #expect(watch.heldUp == (number == 4 ? [back] : []))
        }
        #expect(watch.alarm == .filling && watch.pace { _ in true } == 0.4)
    }
}
