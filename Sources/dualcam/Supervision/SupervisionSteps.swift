import DualCamConfig
import DualCamSession

/// The inputs of the supervisor's state.
enum SupervisionInput: Sendable, Equatable {
    case begin
    case signal(TerminationSignal)
    case started(pid: Int32)
    case heartbeat(pid: Int32, Heartbeat)
    case ended(pid: Int32, WorkerEnding)
    case measured(Measurement)
    /// Time has passed; twice a second.
    case tick
    /// The file for Prometheus could not be written.
    case metricsFailed(path: String, String)
    /// The time for the next worker has come.
    case due
    /// The loss of the folder that was examined; `nil`: it can be written into.
    case examined(FolderLoss?)
    /// A session that was moved has been finished in a folder, or not: an exit code.
    case finishedAside(String, Int32)
    /// True when the session that ended is still marked.
    case looked(isMarked: Bool)
    /// Somebody wants the pipeline file to be read again, and how it is now.
    case rereadAsked
    case reread(PipelineSearch.Found, Pipeline)
    /// An event of the worker.
    case told(ToldEvent)
    /// What became of a hook.
    case hook(HookPolicy.Input)
    /// A key was pressed in the terminal.
    case pressed(TerminalKey)
    /// The rest of the session has been finished, or not: an exit code.
    case settled(Int32)
}

/// The supervisor's own measurements of a worker.
struct Measurement: Sendable, Equatable {
    /// The bytes of the session's files together.
    var bytes: Int64
    /// Unix nanoseconds of the last change to one of them.
    var changed: Int64?
    /// Memory the worker holds, in bytes.
    var memory: Int64?
}

/// The actions of the supervisor.
enum SupervisionAction: Sendable, Equatable {
    /// Start a worker, on the session in a folder where there is one.
    case spawn(resuming: String?)
    /// Start a worker on the continuation of a session whose folder was lost: a new session, or the one in a folder.
    case goOn(Relocation.Continuation, resuming: String?)
    /// Examine a folder for a loss.
    case examine(String)
    /// Finish a session that was moved to this folder, while another one is recorded.
    case finishAside(String)
    /// Send a signal to the worker.
    case send(Int32)
    case handOver
    case arm(after: Duration)
    /// Tell users, and the ledger in the folder where there is one.
    case tell(SupervisionNews, folder: String?)
    /// See whether the session in the folder is still marked as unfinished.
    case look(String)
    /// Finish what is left in the folder.
    case settle(String)
    /// A note for people.
    case note(String, Severity)
    case end(ExitCode)
    /// End as the worker did: by this signal.
    case die(Int32)
}
