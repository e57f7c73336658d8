import DualCamConfig
import DualCamPlan

/// Tells the status once a second, and keeps what was told last.
struct StatusReporter: Sendable {
    private(set) var last: SessionEvent.Status?
    /// The newest of each microphone, in the order of their tracks.
    private(set) var levels: [SoundLevels] = []
    private var next = Duration.seconds(1)

    func isDue(at now: Duration) -> Bool { now >= next }

    /// The next status comes at once.
    mutating func makeDue(at now: Duration) { next = now }

    /// The next status comes in a second.
    mutating func restart(at now: Duration) { next = now + .seconds(1) }

    /// Tells a status. The next comes on the same part of a later second.
    mutating func tell(_ status: SessionEvent.Status, at now: Duration) -> [SessionEffect] {
        next = planted(.statusDrifts) ? now + .seconds(1) : next + .seconds(max(1, (now - next).components.seconds + 1))
        last = status
        return [.emit(.status(status))]
    }

    /// Keeps the newest levels of a microphone.
    ///
    /// - Parameter order: the microphones in the order of their tracks.
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
