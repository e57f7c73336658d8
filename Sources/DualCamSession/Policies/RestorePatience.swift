/// The time of calm before a step is restored: it doubles whenever restoring leads to shedding again.
struct RestorePatience: Sendable, Equatable {
    static let shortest = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// Shedding within this time after a restoring is taken for its consequence.
    static let trial = Duration.seconds(60)
    /// After so long without shedding the time is the shortest again.
    static let forgetting = Duration.seconds(600)

    private var length = shortest
    private var lastRestored: Duration?
    private var lastShed: Duration?

    mutating func restored(at now: Duration) { lastRestored = now }

    mutating func shed(at now: Duration) {
        length = length(at: now)
        if let restored = lastRestored, now - restored < Self.trial { length = min(length * 2, Self.longest) }
        (lastRestored, lastShed) = (nil, now)
    }

    func length(at now: Duration) -> Duration {
        guard let lastShed, now - lastShed < Self.forgetting else { return Self.shortest }
        return length
    }
}
