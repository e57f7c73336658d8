/// Lets through one thing after each interval in the long run, and `burst` at once after a rest.
public struct RateLimit: Sendable {
    public let interval: Duration
    public let burst: Int
    /// When everything let through so far would have been, one an interval; `nil`: there was nothing.
    private var paid: ContinuousClock.Instant?

    public init(each interval: Duration, burst: Int) { (self.interval, self.burst) = (interval, burst) }

    /// Whether one more may pass; what may not costs nothing.
    public mutating func admit(at now: ContinuousClock.Instant) -> Bool {
        let start = max(paid ?? now, now)
        guard start - now <= interval * (burst - 1) else { return false }
        paid = start + interval
        return true
    }
}
