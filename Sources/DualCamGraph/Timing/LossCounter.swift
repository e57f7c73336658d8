internal import DualCamPlan

/// Sums what is lost by whatever it is told of, so that each tells of its losses once a second at most.
///
/// All times are nanoseconds of running time.
struct LossCounter<Loser: Hashable & Sendable>: Sendable {
    struct Sum: Sendable, Equatable {
        var loser: Loser
        var count: Int
        /// The time at which the last of them was lost.
        var time: Int64
        /// The places where pictures do not follow each other, if the loss is of that kind.
        var jumps: [PictureJump] = []
    }

    private static var gap: Int64 { 1_000_000_000 }

    private var told: [Loser: Int64] = [:]
    /// The sums that are not told yet, in the order in which they began.
    private var pending: [Sum] = []

    /// Takes in a loss; returns the sum when it is to be told now. The first one is told at once.
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

    /// The sums whose second is over, which nothing new has told of.
    mutating func due(at time: Int64) -> [Sum] {
        let due = pending.filter { isDue($0, at: time) }
        pending = pending.filter { !isDue($0, at: time) }
        for sum in due { told[sum.loser] = time }
        return due
    }

    /// Everything that is still untold.
    mutating func rest() -> [Sum] {
        defer { pending = [] }
        return pending
    }

    private func isDue(_ sum: Sum, at time: Int64) -> Bool {
        told[sum.loser].map { time - $0 >= Self.gap } ?? true
    }
}
