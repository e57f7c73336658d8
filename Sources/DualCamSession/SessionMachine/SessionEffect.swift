import DualCamConfig
import DualCamPlan

/// One thing that a concern of the session wants done. The machine puts the time on entries and events, keeps the deadlines, and
/// decides what a failure ends.
enum SessionEffect: Sendable, Equatable {
    case act(SessionAction)
    /// A ledger entry, of now or of the given running time.
    case record(LedgerEntry.Kind, at: RunningTime? = nil, [JSONValue.Member] = [])
    case emit(SessionEvent.Kind, at: RunningTime? = nil)
    /// Both: an entry of the ledger and an event.
    case warn(SessionEvent.WarningCode, branch: BranchID? = nil, String)
    case fail(SessionFailure)
    /// End the recording now.
    case halt(StopReason)
    /// The recording ends by itself: its files are waited for.
    case finish(StopReason)
    /// The combined output is to rest for a while, or has no reason to any more.
    case shedCombined(Shedder)
    case restoreCombined(Shedder)
    /// Nothing finishes the open files of this output.
    case leaveFiles(of: OutputName)

    /// Returns an entry of the ledger and an event that tell the same in the same words.
    static func tell(_ event: SessionEvent.Kind, at time: RunningTime? = nil) -> [SessionEffect] {
        let told = event.told
        let entry = LedgerEntry.Kind(rawValue: told.name.rawValue).map { record($0, at: time, told.members) }
        return (entry.map { [$0] } ?? []) + [.emit(event, at: time)]
    }
}

/// The state of the session at one moment that every concern may know.
struct SessionContext: Sendable {
    /// Counted from the session's begin.
    var now: Duration
    /// `nil` before the pipeline's clock runs.
    var running: RunningTime?
    var phase: Phase
    /// The part of the session that is recorded, counted from 0.
    var part: Int
    /// The path of the session's folder; empty: there is none yet.
    var folder: String
    var settings: SessionSettings
}

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
