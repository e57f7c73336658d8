/// A limit on the rate of events. On average, it admits one event per interval, but up to `burst` events at once after
/// a pause.
package struct RateLimit: Sendable {
    package let interval: Duration
    package let burst: Int
    /// The time until which the events admitted so far use up the rate; `nil` before the first event. Each admitted
    /// event uses up one interval.
    private var paid: ContinuousClock.Instant?

    package init(each interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

    /// Returns true if one more event may pass at `now`, and counts it. A rejected event is not counted.
    package mutating func admit(at now: ContinuousClock.Instant) -> Bool {
        let start = max(paid ?? now, now)
        guard start - now <= interval * (burst - 1) else { return false }
        paid = start + interval
        return true
    }

    /// Returns true if one more event may pass at `now`, without counting it.
    package func admits(at now: ContinuousClock.Instant) -> Bool {
        var limit = self
        return limit.admit(at: now)
    }

    /// Returns true if earlier events no longer limit the rate at `now`. This object then behaves like a new one and
    /// can be discarded.
    package func isRested(at now: ContinuousClock.Instant) -> Bool { paid.map { $0 <= now } ?? true }
}

/// Suspends the current task for a duration. Returns early if the task is cancelled; the caller must check for
/// cancellation.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
