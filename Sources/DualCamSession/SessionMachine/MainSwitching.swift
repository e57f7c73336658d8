import DualCamConfig
import DualCamPlan

/// Changes the main camera at an interval, and reports why that fails.
struct MainSwitching: Sendable {
    /// The main camera, the interval of its changes and the cameras that take turns.
    struct Cast: Sendable, Equatable {
        var main: String
        var every: Duration
        /// The cameras that take turns.
        var cameras: [String]
    }

    /// The main camera and the time since when it is; `nil` while no change is planned.
    private var shown: (camera: String, since: Duration)?
    /// The reason that was last reported for a failed change.
    private var told: String?

    /// Restarts the interval, after a change or its failure, or because nothing is recorded.
    mutating func restart() { shown = nil }

    /// Returns when the next change is due. The interval counts from the time when this camera became the main one, or
    /// recording began.
    private mutating func due(_ cast: Cast, at now: Duration) -> Duration {
        let since = shown.flatMap { $0.camera == cast.main || planted(.changeByHandIgnored) ? $0.since : nil } ?? now
        shown = (cast.main, since)
        return since + cast.every
    }

    /// Returns the camera after `main` in `cameras` that is present; `nil` if there is no other.
    static func next(after main: String, of cameras: [String], away: Set<String>) -> String? {
        let start = cameras.firstIndex(of: main).map { $0 + 1 } ?? 0
        let turned = cameras[start...] + cameras[..<start]
        return turned.first { $0 != main && (!away.contains($0) || planted(.absentBecomesMain)) }
    }

    /// Waits for the next change.
    ///
    /// - Parameter cast: `nil` if nothing is recorded, or if the main camera does not change.
    mutating func schedule(_ cast: Cast?, at now: Duration) -> [SessionEffect] {
        guard let cast else {
            restart()
            return [.act(.disarm(.switching))]
        }
        return [.act(.arm(.switching, at: due(cast, at: now)))]
    }

    /// Returns the next main camera if the change is due, and waits for the next change; `nil` if there is no other
    /// camera.
    mutating func change(
        _ cast: Cast, away: Set<String>, at now: Duration
    ) -> (effects: [SessionEffect], next: String?) {
        let due = due(cast, at: now)
        guard due <= now else { return ([.act(.arm(.switching, at: due))], nil) }
        restart()
        return (schedule(cast, at: now), Self.next(after: cast.main, of: cast.cameras, away: away))
    }

    /// Handles a refused change: reports it once, until a change succeeds again.
    mutating func refused(_ refusal: ControlRefusal) -> [SessionEffect] {
        guard told != refusal.message || planted(.refusalRepeated) else { return [] }
        told = refusal.message
        let why = Wording.sentences(refusal.message, refusal.advice)
        return [.warn(.switching, "The main camera does not change by itself: " + why)]
    }

    /// Handles a successful change.
    mutating func succeeded() { told = nil }
}
