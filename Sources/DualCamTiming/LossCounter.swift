package import DualCamPlan

/// Accumulates losses (such as dropped frames) by origin, so that the losses of each origin are reported at most once a
/// second.
///
/// All times are nanoseconds of running time.
package struct LossCounter<Loser: Hashable & Sendable>: Sendable {
    package struct Sum: Sendable, Equatable {
        package var loser: Loser
        package var count: Int
        /// The time of the latest loss in this total, in nanoseconds of running time.
        package var time: Int64
        /// The picture discontinuities that this total counts; empty for other types of loss.
        package var jumps: [PictureJump]

        package init(loser: Loser, count: Int, time: Int64, jumps: [PictureJump] = []) {
            (self.loser, self.count, self.time, self.jumps) = (loser, count, time, jumps)
        }
    }

    private static var gap: Int64 { 1_000_000_000 }

    private var told: [Loser: Int64] = [:]
    /// The totals of losses that have not been reported yet, oldest first.
    private var pending: [Sum] = []

    package init() {}

    /// Adds `count` losses of an origin. Returns the origin's total if it must be reported now, otherwise `nil`. An
    /// origin's first loss is reported immediately.
    package mutating func add(_ count: Int, to loser: Loser, at time: Int64, jumps: [PictureJump] = []) -> Sum? {
        let index = pending.firstIndex { $0.loser == loser } ?? pending.endIndex
        if index == pending.endIndex { pending.append(Sum(loser: loser, count: 0, time: time)) }
        pending[index].count += count
        pending[index].time = max(pending[index].time, time)
        pending[index].jumps += jumps
        guard isDue(pending[index], at: time) else { return nil }
        told[loser] = time
        return pending.remove(at: index)
    }

    /// Removes and returns the totals that are due for a report at `time`: those of origins whose last report is at
    /// least one second old.
    package mutating func due(at time: Int64) -> [Sum] {
        let due = pending.filter { isDue($0, at: time) }
        pending = pending.filter { !isDue($0, at: time) }
        for sum in due { told[sum.loser] = time }
        return due
    }

    /// Removes and returns all totals that have not been reported yet.
    package mutating func rest() -> [Sum] {
        defer { pending = [] }
        return pending
    }

    private func isDue(_ sum: Sum, at time: Int64) -> Bool {
        told[sum.loser].map { time - $0 >= Self.gap } ?? true
    }
}
