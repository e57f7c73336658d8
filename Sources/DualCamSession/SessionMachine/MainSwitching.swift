import DualCamConfig

/// Has the main camera change by itself, at an interval, and tells why it does not.
struct MainSwitching: Sendable {
    /// The main camera, the interval of its changes and the cameras that take turns.
    struct Cast: Sendable, Equatable {
        var main: String
        var every: Duration
        /// The cameras that take turns.
        var cameras: [String]
    }

    private var policy = SwitchPolicy()
    /// The reason told last why it does not change.
    private var told: String?

    /// The interval begins anew.
    mutating func restart() { policy.restart() }

    /// Waits for the next change.
    ///
    /// - Parameter cast: `nil`: nothing is recorded, or nothing is to change.
    mutating func schedule(_ cast: Cast?, at now: Duration) -> [SessionEffect] {
        guard let cast else {
            policy.restart()
            return [.act(.disarm(.switching))]
        }
        return [.act(.arm(.switching, at: policy.due(cast.main, every: cast.every, at: now)))]
    }

    /// Returns the next main camera when it is time, and waits for the next change; `nil`: there is no other camera.
    mutating func change(
        _ cast: Cast, away: Set<String>, at now: Duration
    ) -> (effects: [SessionEffect], next: String?) {
        let due = policy.due(cast.main, every: cast.every, at: now)
        guard due <= now else { return ([.act(.arm(.switching, at: due))], nil) }
        policy.restart()
        return (schedule(cast, at: now), SwitchPolicy.next(after: cast.main, of: cast.cameras, away: away))
    }

    /// It could not be changed: says so once, until it works again.
    mutating func refused(_ refusal: ControlRefusal) -> [SessionEffect] {
        guard told != refusal.message else { return [] }
        told = refusal.message
        let why = Wording.sentences(refusal.message, refusal.advice)
        return [.warn(.switching, "The main camera does not change by itself: " + why)]
    }

    /// It has changed.
    mutating func succeeded() { told = nil }
}
