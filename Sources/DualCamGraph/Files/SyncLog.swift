internal import Synchronization

/// The statistics of how long flushes to the disk take. Decides when slow flushes must be reported.
struct SyncStatistics: Sendable {
    private static let gap = Duration.seconds(60)

    let limit: Duration
    private var longest = Duration.zero
    private var told: Duration?

    /// Creates empty statistics. `limit` is the longest duration of a flush that is not reported. If a flush takes
    /// longer, a power failure could lose more data than `recording.max-loss` allows.
    init(limit: Duration) { self.limit = limit }

    /// Adds a flush that took `length` and ended at `now` (on any clock). Returns the longest duration since the last
    /// report if a report is due, otherwise `nil`. Reports are at least a minute apart.
    mutating func observe(_ length: Duration, at now: Duration) -> Duration? {
        longest = max(longest, length)
        guard longest > limit, told.map({ now - $0 >= Self.gap }) ?? true else { return nil }
        defer { longest = .zero }
        told = now
        return longest
    }
}

/// The log of the flushes of all open files to the disk. Reports slow and failed flushes.
final class SyncLog: Sendable {
    private let account: Mutex<SyncStatistics>
    private let begin = ContinuousClock.now
    private let onSlow: @Sendable (Duration, String) -> Void
    private let onRefusal: @Sendable (String, Int32) -> Void

    /// Creates a log of flushes.
    ///
    /// - Parameters:
    ///   - onSlow: called with the duration of a slow flush and the path of its file.
    ///   - onRefusal: called with the path of the file whose flush failed and the `errno`.
    init(
        limit: Duration, onSlow: @escaping @Sendable (Duration, String) -> Void,
        onRefusal: @escaping @Sendable (String, Int32) -> Void
    ) {
        account = Mutex(SyncStatistics(limit: limit))
        (self.onSlow, self.onRefusal) = (onSlow, onRefusal)
    }

    func took(_ length: Duration, _ path: String, problem: Int32?) {
        if let problem { return onRefusal(path, problem) }
        let slow = account.withLock { $0.observe(length, at: begin.duration(to: .now)) }
        if let slow { onSlow(slow, path) }
    }
}
