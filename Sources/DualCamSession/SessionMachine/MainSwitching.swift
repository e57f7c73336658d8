import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Decides when the main camera changes automatically and which camera is next. Reports changes that failed.
struct MainSwitching: Sendable {
    /// The main camera, the interval at which it changes automatically, and the cameras that become the main one in
    /// turn.
    struct Cast: Sendable, Equatable {
        var main: String
        var every: Duration
        /// The cameras that become the main camera in turn, in the order of this list.
        var cameras: [String]
    }

    /// The main camera, and the time since which it is the main one; `nil` while no change is planned.
    private var shown: (camera: String, since: Duration)?
    /// The reason for a failed automatic change that was last reported; `nil` after a change succeeded.
    private var told: String?

    /// Restarts the interval, because a change was made or failed, or because nothing is recorded.
    mutating func restart() { shown = nil }

    /// Returns the time of the next automatic change. The interval starts when the current camera became the main one,
    /// or when the recording began.
    private mutating func due(_ cast: Cast, at now: Duration) -> Duration {
        let since = shown.flatMap { $0.camera == cast.main || planted(.changeByHandIgnored) ? $0.since : nil } ?? now
        shown = (cast.main, since)
        return since + cast.every
    }

    /// Returns the next camera after `main` that is present, in the order of `cameras`; `nil` if there is no other.
    static func next(after main: String, of cameras: [String], away: Set<String>) -> String? {
        let start = cameras.firstIndex(of: main).map { $0 + 1 } ?? 0
        let turned = cameras[start...] + cameras[..<start]
        return turned.first { $0 != main && (!away.contains($0) || planted(.absentBecomesMain)) }
    }

    /// Sets the timer for the next automatic change of the main camera.
    ///
    /// - Parameter cast: The cameras that become the main one in turn; `nil` if nothing is recorded or there are no
    ///   automatic changes.
    mutating func schedule(_ cast: Cast?, at now: Duration) -> [SessionEffect] {
        guard let cast else {
            restart()
            return [.act(.disarm(.switching))]
        }
        return [.act(.arm(.switching, at: due(cast, at: now)))]
    }

    /// Returns the next main camera if an automatic change is due, and sets the timer again. `next` is `nil` if none is
    /// due or there is no other camera.
    mutating func change(
        _ cast: Cast, away: Set<String>, at now: Duration
    ) -> (effects: [SessionEffect], next: String?) {
        let due = due(cast, at: now)
        guard due <= now else { return ([.act(.arm(.switching, at: due))], nil) }
        restart()
        return (schedule(cast, at: now), Self.next(after: cast.main, of: cast.cameras, away: away))
    }

    /// Reports that an automatic change failed. The same error is not reported again until a change succeeds.
    mutating func refused(_ refusal: ControlRefusal) -> [SessionEffect] {
        guard told != refusal.message || planted(.refusalRepeated) else { return [] }
        told = refusal.message
        let why = Sentence.joined(refusal.message, refusal.advice)
        return [.warn(.switching, "The main camera does not change by itself: " + why)]
    }

    /// Forgets the last reported error after a change succeeded, so that the next error is reported again.
    mutating func succeeded() { told = nil }
}
