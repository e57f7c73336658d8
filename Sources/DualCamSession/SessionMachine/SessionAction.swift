import DualCamConfig
import DualCamPlan

/// The actions that the state machine wants done. They are carried out in their order, but none is waited for.
enum SessionAction: Sendable, Equatable {
    /// Open the devices, and record nothing yet.
    case standBy
    /// Make the folder of a take that begins.
    case makeSession
    /// Keep directed settings for the next take, too.
    case remember(Directed)
    /// `after`: how much later than everything delivers; `nil`: as the plan has it.
    case start([FileRequest], after: Duration?)
    case apply(GraphChange)
    case direct(Direction)
    case answer(CommandNumber, Result<ControlAnswer, ControlRefusal>)
    case tellState(ControlState)
    case tellLevels(SoundLevels, at: RunningTime)
    case record(LedgerEntry)
    case emit(SessionEvent)
    /// `at` counts from the session's begin; an armed deadline is moved.
    case arm(Deadline, at: Duration)
    case disarm(Deadline)
    case close(within: Duration)
    /// Measure these files.
    case inspect([RecordedFile])
    /// Write chapters into a finished file.
    case addChapters(String, [Chapter])
    /// Compute a finished file's digest, after those that were asked for before.
    case digest(String)
    /// Make a folder for an output's next file.
    case makeFolder(String, for: OutputName)
    /// Delete the oldest finished session.
    case deleteOldest
    /// Delete finished sessions beyond the rule.
    case retain(Retention)
    /// Write `session.json`.
    case save(Manifest)
    /// Remove `leftovers`, write `session.json` and, when everything is whole, take the mark away.
    case complete(Manifest, leftovers: [String])
    /// Remove the folder and these files: nothing was recorded.
    case discard([String])
}

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
}

extension SessionEffect {
    /// Returns an entry of the ledger and an event that tell the same in the same words.
    static func tell(_ event: SessionEvent.Kind, at time: RunningTime? = nil) -> [SessionEffect] {
        let told = event.told
        let entry = LedgerEntry.Kind(rawValue: told.name.rawValue).map { record($0, at: time, told.members) }
        return (entry.map { [$0] } ?? []) + [.emit(event, at: time)]
    }
}

/// What every concern may know of the session at one moment.
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
