internal import DualCamPlan

/// The counter that sums losses by their origin, so that each origin is reported at most once a second.
///
/// All times are nanoseconds of running time.
struct LossCounter<Loser: Hashable & Sendable>: Sendable {
    struct Sum: Sendable, Equatable {
        var loser: Loser
        var count: Int
        /// The time of the latest loss in the sum, in nanoseconds of running time.
        var time: Int64
        /// The discontinuities of the picture that make up the loss; empty for losses of another kind.
        var jumps: [PictureJump] = []
    }

    private static var gap: Int64 { 1_000_000_000 }

    private var told: [Loser: Int64] = [:]
    /// The sums of losses that are not reported yet, oldest first.
    private var pending: [Sum] = []

    /// Adds `count` losses of an origin. Returns their sum if it must be reported now, otherwise `nil`. An origin's
    /// first loss is reported at once.
    mutating func add(_ count: Int, to loser: Loser, at time: Int64, jumps: [PictureJump] = []) -> Sum? {
        let index = pending.firstIndex { $0.loser == loser } ?? pending.endIndex
        if index == pending.endIndex { pending.append(Sum(loser: loser, count: 0, time: time)) }
        pending[index].count += count
        pending[index].time = max(pending[index].time, time)
        pending[index].jumps += jumps
        guard isDue(pending[index], at: time) else { return nil }
        told[loser] = time
        return pending.remove(at: index)
    }

    /// Removes and returns the sums of losses that may be reported now, because the origin's last report is a second
    /// old.
    mutating func due(at time: Int64) -> [Sum] {
        let due = pending.filter { isDue($0, at: time) }
        pending = pending.filter { !isDue($0, at: time) }
        for sum in due { told[sum.loser] = time }
        return due
    }

    /// Removes and returns all sums of losses that are not reported yet.
    mutating func rest() -> [Sum] {
        defer { pending = [] }
        return pending
    }

    private func isDue(_ sum: Sum, at time: Int64) -> Bool {
        told[sum.loser].map { time - $0 >= Self.gap } ?? true
    }
}
