package import DualCamSession

/// The inputs of the supervisor's state.
package enum SupervisionInput: Sendable, Equatable {
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
    /// A session that was moved has been finished in a folder, or not: an exit code, and that of an audit of what it holds.
    case finishedAside(String, Int32, ExitCode? = nil)
    /// The take in a folder was finished for a worker that did not do it, or could not be: an exit code.
    case finishedTake(String, Int32)
    /// True when the session that ended is still marked.
    case looked(isMarked: Bool)
    /// The key that ends a recording was pressed in the terminal.
    case quitPressed
    /// The process that finishes the rest of the session has done some work since the last time.
    case finishing
    /// The rest of the session has been finished, or not: an exit code, and that of an audit of what it holds.
    case settled(Int32, ExitCode? = nil)
}

/// The supervisor's own measurements of a worker.
package struct Measurement: Sendable, Equatable {
    /// The bytes of the session's files together.
    package var bytes: Int64
    /// Unix nanoseconds of the last change to one of them.
    package var changed: Int64?
    /// Memory the worker holds, in bytes.
    package var memory: Int64?

    package init(bytes: Int64, changed: Int64?, memory: Int64?) {
        (self.bytes, self.changed, self.memory) = (bytes, changed, memory)
    }
}

/// The actions of the supervisor.
package enum SupervisionAction: Sendable, Equatable {
    /// Start a worker, on the session in a folder where there is one.
    case spawn(resuming: String?)
    /// Start a worker on the continuation of a session whose folder was lost: a new session, or the one in a folder.
    case goOn(Relocation.Continuation, resuming: String?)
    /// Examine a folder for a loss.
    case examine(String)
    /// Finish a session that was moved to this folder, while another one is recorded.
    case finishAside(String)
    /// Finish the take in this folder if it is still marked as unfinished, while others are recorded.
    case finishTake(String)
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

/// The signals that end a recording in good order.
package enum TerminationSignal: Int32, Sendable, CaseIterable {
    /// SIGINT
    case interrupt = 2
    /// SIGTERM
    case terminate = 15
    /// SIGHUP: the terminal went away. Left alone where it is ignored already, as `nohup` has it.
    case hangUp = 1
}

/// The severity of a line on standard error: syslog's levels, as sd-daemon(3) has them before a line.
package enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case information = 6
}
