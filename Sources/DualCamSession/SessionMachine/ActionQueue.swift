/// The session's time, the deadlines that are armed, and what has come of the input that is being taken in.
struct ActionQueue: Sendable {
    private(set) var now = Duration.zero
    private var armed: Set<Deadline> = []
    private var actions: [SessionAction] = []

    /// Time never goes back.
    mutating func advance(to time: Duration) { now = max(now, time) }

    /// A deadline is armed for now at the earliest, and only one that is armed is disarmed.
    mutating func append(_ action: SessionAction) {
        switch action {
        case .arm(let deadline, let time):
            armed.insert(deadline)
            actions.append(.arm(deadline, at: max(time, now)))
        case .disarm(let deadline):
            if armed.remove(deadline) != nil { actions.append(action) }
        default: actions.append(action)
        }
    }

    /// Returns whether a deadline that has come was still armed.
    mutating func fire(_ deadline: Deadline) -> Bool { armed.remove(deadline) != nil }

    /// Returns what was appended since the last time.
    mutating func drain() -> [SessionAction] {
        defer { actions = [] }
        return actions
    }
}
