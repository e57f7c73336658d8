import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Reports the session's status once a second, and keeps the newest status.
struct StatusReporter: Sendable {
    private(set) var last: SessionEvent.Status?
    /// The newest sound levels of each microphone, in the order of the sound tracks.
    private(set) var levels: [SoundLevels] = []
    private var next = Duration.seconds(1)

    func isDue(at now: Duration) -> Bool { now >= next }

    /// Makes the next status report due immediately.
    mutating func makeDue(at now: Duration) { next = now }

    /// Makes the next status report due in one second.
    mutating func restart(at now: Duration) { next = now + .seconds(1) }

    /// Reports a status. The next report is due a whole number of seconds after this one was due, so that delays do not
    /// accumulate.
    mutating func tell(_ status: SessionEvent.Status, at now: Duration) -> [SessionEffect] {
        next = planted(.statusDrifts) ? now + .seconds(1) : next + .seconds(max(1, (now - next).components.seconds + 1))
        last = status
        return [.emit(.status(status))]
    }

    /// Keeps the newest sound levels of a microphone.
    ///
    /// - Parameter order: The microphones in the order of the sound tracks.
    mutating func hear(_ newest: SoundLevels, order: [InputName]) {
        if let index = levels.firstIndex(where: { $0.microphone == newest.microphone }) {
            levels[index] = newest
            return
        }
        levels.append(newest)
        if planted(.levelsAsHeard) { return }
        levels.sort {
            (order.firstIndex(of: $0.microphone) ?? .max) < (order.firstIndex(of: $1.microphone) ?? .max)
        }
    }
}
