internal import Synchronization

/// The durations of writing through; it decides when a person should hear of them.
struct SyncStatistics: Sendable {
    private static let gap = Duration.seconds(60)

    let limit: Duration
    private var longest = Duration.zero
    private var told: Duration?

    /// Longer than `limit` a power cut costs more than `recording.max-loss`.
    init(limit: Duration) { self.limit = limit }

    /// A call that took `length` and ended at `now` (of any clock); returns what is to be told: the longest since it was last
    /// told, once a minute at most.
    mutating func observe(_ length: Duration, at now: Duration) -> Duration? {
        longest = max(longest, length)
        guard longest > limit, told.map({ now - $0 >= Self.gap }) ?? true else { return nil }
        defer { longest = .zero }
        told = now
        return longest
    }
}

/// Takes in what the synchronisers of all open files measure.
final class SyncLog: Sendable {
    private let account: Mutex<SyncStatistics>
    private let begin = ContinuousClock.now
    private let onSlow: @Sendable (Duration, String) -> Void
    private let onRefusal: @Sendable (String, Int32) -> Void

    /// - Parameters:
    ///   - onSlow: told how long it took, and which path.
    ///   - onRefusal: told the path and the `errno` of a disk that does not write through.
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
