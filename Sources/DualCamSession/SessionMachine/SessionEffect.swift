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
}

/// The facts about the session at one moment that every concern may use.
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
