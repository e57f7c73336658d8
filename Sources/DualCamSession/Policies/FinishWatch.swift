import DualCamConfig
import DualCamPlan

/// Distinguishes a recording whose end is merely slow from one whose end hangs. The end is slow as long as frames are
/// encoded or bytes are written.
struct FinishWatch: Sendable, Equatable {
    /// The time after which frames that still wait for an encoder are first reported, and the time between two reports.
    static let quiet = Duration.seconds(1)

    /// The counts of frames and bytes that increase while the end of the recording makes progress.
    private struct Progress: Sendable, Equatable {
        var frames: [Int]
        var bytes: [Int64]
    }

    private let begin: Duration
    private var progress: Progress?
    private var toldAt: Duration?

    /// Creates a monitor of a recording's end.
    ///
    /// - Parameter begin: The time at which the recording began to end.
    init(at begin: Duration) { self.begin = begin }

    /// Compares the graph's statistics with those of the last call; called four times a second. Returns true if frames
    /// or bytes were written since then.
    mutating func observe(_ statistics: GraphStatistics) -> Bool {
        let next = Progress(
            frames: statistics.outputs.map(\.frames) + statistics.branches.map(\.framesOut),
            bytes: planted(.bytesAreNothing) ? [] : statistics.outputs.map(\.bytes))
        defer { progress = next }
        return progress != nil && progress != next
    }

    /// Returns the number of frames that still wait for an encoder, at most once a second; `nil` if there is nothing to
    /// report now.
    ///
    /// - Parameter late: The outputs whose files are not finished yet.
    mutating func framesToTell(_ statistics: GraphStatistics, of late: [OutputName], at now: Duration) -> Int? {
        let waiting = statistics.branches.filter { late.contains($0.output) || planted(.waitingOfAll) }
            .reduce(0) { $0 + $1.waiting }
        guard waiting > 0, now - (toldAt ?? begin) >= Self.quiet else { return nil }
        toldAt = now
        return waiting
    }
}
