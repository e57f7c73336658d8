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
