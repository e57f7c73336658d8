import DualCamConfig
import DualCamPlan

/// An effect that a component of the session requests.
///
/// The session machine adds the times to entries and events, keeps the deadlines, and decides what a failure ends.
enum SessionEffect: Sendable, Equatable {
    case act(SessionAction)
    /// Writes a ledger entry for now, or for the given running time.
    case record(LedgerEntry.Kind, at: RunningTime? = nil, [JSONValue.Member] = [])
    case emit(SessionEvent.Kind, at: RunningTime? = nil)
    /// Writes a warning both to the ledger and as an event.
    case warn(SessionEvent.WarningCode, branch: BranchID? = nil, String)
    case fail(SessionFailure)
    /// Ends the recording now.
    case halt(StopReason)
    /// Waits for the files of a recording that ends by itself.
    case finish(StopReason)
    /// Stops the combined output for a while because of this cause. The next effect removes that cause again.
    case shedCombined(Shedder)
    case restoreCombined(Shedder)
    /// Marks the open files of this output as files that nothing will finish.
    case leaveFiles(of: OutputName)

    /// Returns a ledger entry, if the event has one, and the event itself, with the same members.
    static func tell(_ event: SessionEvent.Kind, at time: RunningTime? = nil) -> [SessionEffect] {
        let told = event.told
        let entry = LedgerEntry.Kind(rawValue: told.name.rawValue).map { record($0, at: time, told.members) }
        return (entry.map { [$0] } ?? []) + [.emit(event, at: time)]
    }
}

/// The state of the session at one moment, as all components may read it.
struct SessionContext: Sendable {
    /// The time since the beginning of the session.
    var now: Duration
    /// The running time; `nil` before the pipeline's clock runs.
    var running: RunningTime?
    var phase: Phase
    /// The part of the session that is recorded, counted from 0.
    var part: Int
    /// The path of the session's folder; empty while there is none.
    var folder: String
    var settings: SessionSettings
}

/// The session's time, the armed deadlines, and the actions that result from the current input.
struct ActionQueue: Sendable {
    private(set) var now = Duration.zero
    private var armed: Set<Deadline> = []
    private var actions: [SessionAction] = []

    /// Moves the time forward to `time`. An earlier time has no effect.
    mutating func advance(to time: Duration) { now = max(now, time) }

    /// Appends an action. A deadline in the past is armed for now, and a deadline that is not armed is not disarmed.
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

    /// Removes an armed deadline that has come. Returns false if the deadline was not armed.
    mutating func fire(_ deadline: Deadline) -> Bool { armed.remove(deadline) != nil }

    /// Removes and returns the actions that were appended since the last call.
    mutating func drain() -> [SessionAction] {
        defer { actions = [] }
        return actions
    }
}
