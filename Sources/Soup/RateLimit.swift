/// A rate limit that admits one event per interval on average, and `burst` events at once after a pause.
package struct RateLimit: Sendable {
    package let interval: Duration
    package let burst: Int
    /// The time up to which the admitted events have used their intervals; `nil` before the first event.
    private var paid: ContinuousClock.Instant?

    package init(each interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

    /// Returns true if one more event may pass, and counts it. A refused event is not counted.
    package mutating func admit(at now: ContinuousClock.Instant) -> Bool {
        let start = max(paid ?? now, now)
        guard start - now <= interval * (burst - 1) else { return false }
        paid = start + interval
        return true
    }

    /// Returns true if one more event may pass now, without counting it.
    package func admits(at now: ContinuousClock.Instant) -> Bool {
        var limit = self
        return limit.admit(at: now)
    }

    /// Returns true if the limit is in its initial state again.
    package func isRested(at now: ContinuousClock.Instant) -> Bool { paid.map { $0 <= now } ?? true }
}

/// Waits, and returns at once when the task is cancelled. The caller must check for cancellation.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
