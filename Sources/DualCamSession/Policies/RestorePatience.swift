/// How much calm there must be before a step is restored: more and more of it when restoring leads to shedding again.
struct RestorePatience: Sendable, Equatable {
    static let shortest = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// What is shed within this time of a restoring is shed because of it.
    static let trial = Duration.seconds(60)
    /// After so long without shedding, what was before is forgotten.
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
