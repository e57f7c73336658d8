import DualCamConfig
import DualCamPlan

/// Tells from the queues before the encoders whether one falls behind. A single reading says nothing: queues fill for a moment
/// whenever the disk or the scheduler pauses. An encoder of which nothing comes because the disk takes nothing does not fall behind:
/// less to encode would not help it.
struct QueueWatch: Sendable, Equatable {
    enum Alarm: Sendable, Equatable {
        /// A queue is over half.
        case filling
        /// A queue is over three quarters: the next reading may be too late.
        case urgent
    }

    private static let half = 0.5
    private static let threeQuarters = 0.75
    private static let quarter = 0.25
    /// Readings; there are four a second.
    private static let pause = 4

    private struct Seen: Sendable, Equatable {
        var level: Double
        var framesIn: Int
        var framesOut: Int
        /// Readings in a row in which it was over half, and over a quarter.
        var overHalf = 0
        var overQuarter = 0
        /// More came out of the encoder than came to it.
        var isEmptying = false
        /// Readings in a row in which the disk took nothing.
        var heldUp = 0
    }

    private var seen: [OutputName: Seen] = [:]

    /// The fullest queue, 0 ... 1.
    var fullest: Double { seen.values.map(\.level).max() ?? 0 }

    /// The alarm of the queues that were over half twice in a row and are not emptying.
    var alarm: Alarm? {
        let filling = seen.values.filter { $0.overHalf >= 2 && !$0.isEmptying }
        guard !filling.isEmpty else { return nil }
        return filling.contains { $0.level > Self.threeQuarters } ? .urgent : .filling
    }

    /// The outputs of which the disk has taken nothing for a second, each once until it takes something again.
    var heldUp: [OutputName] {
        seen.filter { $0.value.heldUp == Self.pause }.map(\.key).sorted { $0.rawValue < $1.rawValue }
    }

    /// True when no queue was over a quarter twice in a row.
    var isCalm: Bool { seen.values.allSatisfy { $0.overQuarter < 2 } }

    /// - Parameter branches: those of the outputs that record.
    mutating func observe(_ branches: [GraphStatistics.Branch]) {
        var next: [OutputName: Seen] = [:]
        for branch in branches { next[branch.output] = Self.seen(branch, after: seen[branch.output]) }
        seen = next
    }

    private static func seen(_ branch: GraphStatistics.Branch, after before: Seen?) -> Seen {
        var now = Seen(level: branch.queue, framesIn: branch.framesIn, framesOut: branch.framesOut)
        let isHeldUp = branch.isHeldUp && before?.framesOut == branch.framesOut
        now.heldUp = isHeldUp ? (before?.heldUp ?? 0) + 1 : 0
        now.overHalf = branch.queue > half && !isHeldUp ? (before?.overHalf ?? 0) + 1 : 0
        now.overQuarter = branch.queue > quarter ? (before?.overQuarter ?? 0) + 1 : 0
        // An encoder that was made anew counts from 0 again.
        if let before, now.framesIn >= before.framesIn {
            now.isEmptying = now.framesOut - before.framesOut > now.framesIn - before.framesIn
        }
        return now
    }
}
