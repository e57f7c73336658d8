import DualCamConfig
import DualCamPlan

/// Has the main camera change by itself, at an interval, and tells why it does not.
struct MainSwitching: Sendable {
    /// The main camera, the interval of its changes and the cameras that take turns.
    struct Cast: Sendable, Equatable {
        var main: String
        var every: Duration
        /// The cameras that take turns.
        var cameras: [String]
    }

    /// The main camera, and since when; `nil`: it is not seen to change now.
    private var shown: (camera: String, since: Duration)?
    /// The reason told last why it does not change.
    private var told: String?

    /// The interval begins anew: it was to change and could not, or nothing is recorded.
    mutating func restart() { shown = nil }

    /// Returns when the main camera has been that for the interval, which counts from when it became that, or began to be recorded.
    private mutating func due(_ cast: Cast, at now: Duration) -> Duration {
        let since = shown.flatMap { $0.camera == cast.main || planted(.changeByHandIgnored) ? $0.since : nil } ?? now
        shown = (cast.main, since)
        return since + cast.every
    }

    /// The next of `cameras` behind `main` that is not away; `nil`: there is no other.
    static func next(after main: String, of cameras: [String], away: Set<String>) -> String? {
        let start = cameras.firstIndex(of: main).map { $0 + 1 } ?? 0
        let turned = cameras[start...] + cameras[..<start]
        return turned.first { $0 != main && (!away.contains($0) || planted(.absentBecomesMain)) }
    }

    /// Waits for the next change.
    ///
    /// - Parameter cast: `nil`: nothing is recorded, or nothing is to change.
    mutating func schedule(_ cast: Cast?, at now: Duration) -> [SessionEffect] {
        guard let cast else {
            restart()
            return [.act(.disarm(.switching))]
        }
        return [.act(.arm(.switching, at: due(cast, at: now)))]
    }

    /// Returns the next main camera when it is time, and waits for the next change; `nil`: there is no other camera.
    mutating func change(
        _ cast: Cast, away: Set<String>, at now: Duration
    ) -> (effects: [SessionEffect], next: String?) {
        let due = due(cast, at: now)
        guard due <= now else { return ([.act(.arm(.switching, at: due))], nil) }
        restart()
        return (schedule(cast, at: now), Self.next(after: cast.main, of: cast.cameras, away: away))
    }

    /// Handles a refused change: reports it once, until a change works again.
    mutating func refused(_ refusal: ControlRefusal) -> [SessionEffect] {
        guard told != refusal.message || planted(.refusalRepeated) else { return [] }
        told = refusal.message
        let why = Wording.sentences(refusal.message, refusal.advice)
        return [.warn(.switching, "The main camera does not change by itself: " + why)]
    }

    /// Handles a successful change.
    mutating func succeeded() { told = nil }
}
