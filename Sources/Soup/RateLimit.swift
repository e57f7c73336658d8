/// Lets through one thing after each interval in the long run, and `burst` at once after a rest.
package struct RateLimit: Sendable {
    package let interval: Duration
    package let burst: Int
    /// The instant up to which what was let through has been paid, one an interval; `nil`: nothing was let through.
    private var paid: ContinuousClock.Instant?

    package init(each interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

    /// Returns true when one more may pass; what may not costs nothing.
    package mutating func admit(at now: ContinuousClock.Instant) -> Bool {
        let start = max(paid ?? now, now)
        guard start - now <= interval * (burst - 1) else { return false }
        paid = start + interval
        return true
    }

    /// Returns true when one more may pass now.
    package func admits(at now: ContinuousClock.Instant) -> Bool {
        var limit = self
        return limit.admit(at: now)
    }

    /// Returns true when it is as if nothing had ever passed.
    package func isRested(at now: ContinuousClock.Instant) -> Bool { paid.map { $0 <= now } ?? true }
}

/// Waits, and returns at once when the task is cancelled; whoever calls it looks at that himself.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
