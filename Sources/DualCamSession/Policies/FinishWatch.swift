import DualCamConfig
import DualCamPlan

/// Tells a slow end from one that hangs: as long as frames are taken or bytes are written, the machine is slow.
struct FinishWatch: Sendable, Equatable {
    /// An end that takes no longer is not told of.
    static let quiet = Duration.seconds(1)

    /// Whatever grows while an end gets on.
    private struct Progress: Sendable, Equatable {
        var frames: [Int]
        var bytes: [Int64]
    }

    private let begin: Duration
    private var progress: Progress?
    private var toldAt: Duration?

    /// - Parameter begin: the time at which the end began.
    init(at begin: Duration) { self.begin = begin }

    /// Takes in the graph's statistics, four times a second; returns true when the end has got on since the last.
    mutating func observe(_ statistics: GraphStatistics) -> Bool {
        let next = Progress(
            frames: statistics.outputs.map(\.frames) + statistics.branches.map(\.framesOut),
            bytes: statistics.outputs.map(\.bytes))
        defer { progress = next }
        return progress != nil && progress != next
    }

    /// The frames that still wait for an encoder, once a second from the end's second second on; `nil`: there is nothing to tell.
    ///
    /// - Parameter late: the outputs whose files are not finished.
    mutating func framesToTell(_ statistics: GraphStatistics, of late: [OutputName], at now: Duration) -> Int? {
        let waiting = statistics.branches.filter { late.contains($0.output) }
            .reduce(0) { $0 + $1.waiting }
        guard waiting > 0, now - (toldAt ?? begin) >= Self.quiet else { return nil }
        toldAt = now
        return waiting
    }
}
