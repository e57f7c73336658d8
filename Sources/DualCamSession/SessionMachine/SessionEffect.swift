import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// An effect that a component of the session requests from the session machine.
///
/// The machine adds the times to ledger entries and events, keeps the timers, and decides what ends after a failure.
enum SessionEffect: Sendable, Equatable {
    case act(SessionAction)
    /// Writes a ledger entry with the current time, or with the given running time.
    case record(LedgerEntry.Kind, at: RunningTime? = nil, [JSONValue.Member] = [])
    case emit(SessionEvent.Kind, at: RunningTime? = nil)
    /// Writes a warning both to the ledger and as an event.
    case warn(SessionEvent.WarningCode, branch: BranchID? = nil, String)
    case fail(SessionFailure)
    /// Ends the recording now.
    case halt(StopReason)
    /// Waits until all files are finished, after the recording has reached its scheduled end.
    case finish(StopReason)
    /// Stops the combined output for this reason. The output is restored once `restoreCombined` has withdrawn every
    /// reason.
    case shedCombined(SheddingCause)
    case restoreCombined(SheddingCause)
    /// Abandons the open files of this output, because no muxer will finish them.
    case leaveFiles(of: OutputName)

    /// Returns the effects that report an event: the event itself and, if the ledger has an entry of the same name, a
    /// ledger entry with the same members.
    static func tell(_ event: SessionEvent.Kind, at time: RunningTime? = nil) -> [SessionEffect] {
        let told = event.told
        let entry = LedgerEntry.Kind(rawValue: told.name.rawValue).map { record($0, at: time, told.members) }
        return (entry.map { [$0] } ?? []) + [.emit(event, at: time)]
    }
}

/// The state of the session at one moment, for its components.
struct SessionContext: Sendable {
    /// The time since the beginning of the session.
    var now: Duration
    /// The pipeline's running time; `nil` before the pipeline's clock runs.
    var running: RunningTime?
    var phase: Phase
    /// The part of the session that is being recorded, counted from 0.
    var part: Int
    /// The path of the session's folder; empty while there is none.
    var folder: String
    var settings: SessionSettings
}

/// The session's time, its timers, and the actions that its current input causes.
struct ActionQueue: Sendable {
    private(set) var now = Duration.zero
    private var armed: Set<Deadline> = []
    private var actions: [SessionAction] = []

    /// Advances the session's time. An earlier time has no effect.
    mutating func advance(to time: Duration) { now = max(now, time) }

    /// Appends an action. If the action sets a timer for a time in the past, the timer is set for now. Cancelling a
    /// timer that is not set does nothing.
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

    /// Removes the timer of a deadline that has been reached. Returns false if the timer was not set.
    mutating func fire(_ deadline: Deadline) -> Bool { armed.remove(deadline) != nil }

    /// Removes and returns the actions that were appended since the last call.
    mutating func drain() -> [SessionAction] {
        defer { actions = [] }
        return actions
    }
}
