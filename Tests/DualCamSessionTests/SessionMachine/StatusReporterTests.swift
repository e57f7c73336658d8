import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its status")
struct StatusReporterTests {
    private static let status = SessionEvent.Status(
        recorded: .zero, freeBytes: 5, outputs: [], isFlowing: true)

    /// Returns the times of status reports if readings come four times a second.
    private static func told(_ reporter: inout StatusReporter, _ quarters: ClosedRange<Int>) -> [Int] {
        quarters.filter { quarter in
            let now = Duration.milliseconds(250 * quarter)
            guard reporter.isDue(at: now) else { return false }
            return reporter.tell(status, at: now) == [.emit(.status(status))]
        }
    }

    @Test func `it is told once a second`() {
        var reporter = StatusReporter()
        #expect(reporter.last == nil)
        #expect(Self.told(&reporter, 0...16) == [4, 8, 12, 16])
        #expect(reporter.last == Self.status)
    }

    @Test func `seconds that nobody read are left out`() {
        var reporter = StatusReporter()
        #expect(Self.told(&reporter, 13...20) == [13, 16, 20])
    }

    @Test func `it comes at once, or after a second, where something has changed`() {
        var reporter = StatusReporter()
        _ = Self.told(&reporter, 4...4)
        reporter.makeDue(at: .milliseconds(1250))
        #expect(Self.told(&reporter, 5...12) == [5, 9])
        reporter.restart(at: .milliseconds(2500))
        #expect(Self.told(&reporter, 10...14) == [14])
    }

    @Test func `the newest levels stand in the order of the tracks`() {
        var reporter = StatusReporter()
        let order = [InputName(microphone: "a"), InputName(microphone: "b")]
        for (name, peak) in [("b", -3.0), ("c", -1), ("a", -6), ("b", -9)] {
            let levels = SoundLevels(of: InputName(microphone: name), peak: [peak], rms: [peak])
            reporter.hear(levels, order: order)
        }
        #expect(reporter.levels.map(\.peak) == [[-6], [-9], [-1]])
    }
}
