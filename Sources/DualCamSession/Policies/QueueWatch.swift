import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Detects encoders that fall behind, from the fill levels of the queues in front of them.
///
/// One reading does not suffice, because queues fill briefly whenever the disk or the scheduler pauses. An encoder that
/// the disk blocks does not count as behind, because fewer frames would not help it.
struct QueueWatch: Sendable, Equatable {
    enum Alarm: Sendable, Equatable {
        /// A queue is more than half full.
        case filling
        /// A queue is more than three quarters full. At the next reading, it may already be full.
        case urgent
    }

    private static let half = 0.5
    private static let threeQuarters = 0.75
    private static let quarter = 0.25
    /// The number of readings in a second. An output is reported if the disk accepts nothing from it in this many
    /// readings.
    private static let pause = 4

    private struct Seen: Sendable, Equatable {
        var level: Double
        /// The number of consecutive readings in which the queue was more than half full.
        var overHalf = 0
        /// The number of consecutive readings in which the queue was more than a quarter full.
        var overQuarter = 0
        /// True if more frames left the encoder than entered it since the previous reading.
        var isEmptying = false
        /// The number of consecutive readings in which the disk accepted nothing from this output.
        var heldUp = 0
        /// The numbers of frames that entered and left the encoder, in the readings of the last second, newest last.
        var counts: [(framesIn: Int, framesOut: Int)] = []

        /// The fraction of the last second's frames that the encoder finished, 0 ... 1; `nil` if no frame arrived.
        var pace: Double? {
            guard let first = counts.first, let last = counts.last, last.framesIn > first.framesIn else { return nil }
            return min(1, Double(last.framesOut - first.framesOut) / Double(last.framesIn - first.framesIn))
        }

        /// True if more frames left the encoder than entered it in the last second. At low frame rates, a single
        /// reading does not suffice.
        var hasEmptied: Bool {
            guard counts.count > pause, let first = counts.first, let last = counts.last else { return false }
            return last.framesOut - first.framesOut > last.framesIn - first.framesIn
        }

        static func == (left: Seen, right: Seen) -> Bool {
            left.level == right.level && left.overHalf == right.overHalf && left.overQuarter == right.overQuarter
                && left.isEmptying == right.isEmptying && left.heldUp == right.heldUp
                && left.counts.elementsEqual(right.counts, by: ==)
        }
    }

    private var seen: [OutputName: Seen] = [:]

    /// The level of the fullest encoder queue, 0 (empty) ... 1 (full).
    var fullest: Double {
        (planted(.emptiestTold) ? seen.values.map(\.level).min() : seen.values.map(\.level).max()) ?? 0
    }

    /// The alarm for queues that were more than half full in two consecutive readings and are not emptying; `nil` if
    /// there are none.
    var alarm: Alarm? {
        let filling = seen.values.filter { $0.overHalf >= (planted(.oneReadingAlarms) ? 1 : 2) && !$0.isEmptying }
        guard !filling.isEmpty else { return nil }
        return filling.contains { $0.level > Self.threeQuarters } ? .urgent : .filling
    }

    /// True if only the combined picture's encoder falls behind.
    var isOfCombined: Bool {
        let filling = seen.filter { $0.value.overHalf >= 2 && !$0.value.isEmptying }
        return !filling.isEmpty && filling.keys.allSatisfy { $0 == .combined }
    }

    /// Returns the smallest fraction of its frames that any of the selected encoders finished in the last second, 0 ...
    /// 1. Only encoders that fall behind are considered; `nil` if no encoder does.
    func pace(of isMeant: (OutputName) -> Bool) -> Double? {
        seen.filter { isMeant($0.key) && $0.value.overHalf >= 2 && !$0.value.isEmptying }.compactMap(\.value.pace).min {
            planted(.paceOfQuickest) ? $0 > $1 : $0 < $1
        }
    }

    /// The outputs from which the disk has accepted nothing for a second. Each is listed in one reading only, until the
    /// disk accepts its data again.
    var heldUp: [OutputName] {
        seen.filter { $0.value.heldUp == Self.pause }.map(\.key).sorted { $0.rawValue < $1.rawValue }
    }

    /// True if no queue has been more than a quarter full in two consecutive readings.
    var isCalm: Bool { seen.values.allSatisfy { $0.overQuarter < 2 } }

    /// Updates the state of the queues from a reading, made four times a second.
    ///
    /// - Parameter branches: The encoding branches of the outputs that record.
    mutating func observe(_ branches: [GraphStatistics.Branch]) {
        var next: [OutputName: Seen] = [:]
        for branch in branches { next[branch.output] = Self.seen(branch, after: seen[branch.output]) }
        seen = next
    }

    private static func seen(_ branch: GraphStatistics.Branch, after before: Seen?) -> Seen {
        var now = Seen(level: branch.queue)
        let last = before?.counts.last
        let isHeldUp = branch.isHeldUp && last?.framesOut == branch.framesOut
        now.heldUp = isHeldUp ? (before?.heldUp ?? 0) + 1 : 0
        now.overHalf = branch.queue > half && (!isHeldUp || planted(.diskIsEncoder)) ? (before?.overHalf ?? 0) + 1 : 0
        now.overQuarter = branch.queue > quarter ? (before?.overQuarter ?? 0) + 1 : 0
        now.counts = [(branch.framesIn, branch.framesOut)]
        // The counts of an encoder that was rebuilt begin at 0 again.
        if let last, branch.framesIn >= last.framesIn {
            now.isEmptying = branch.framesOut - last.framesOut > branch.framesIn - last.framesIn
            now.counts = Array(((before?.counts ?? []) + now.counts).suffix(pause + 1))
            now.isEmptying = !planted(.emptyingAlarms) && (now.isEmptying || now.hasEmptied)
        }
        return now
    }
}
