package import DualCamSession

/// An input of the supervisor's state.
package enum SupervisionInput: Sendable, Equatable {
    case begin
    case signal(TerminationSignal)
    case started(pid: Int32)
    case heartbeat(pid: Int32, Heartbeat)
    case ended(pid: Int32, WorkerEnding)
    case measured(Measurement)
    /// Time has passed. Comes twice a second.
    case tick
    /// The file for Prometheus could not be written.
    case metricsFailed(path: String, String)
    /// The time for the next worker has come.
    case due
    /// The result of examining a folder: its loss; `nil` if it is writable.
    case examined(FolderLoss?)
    /// The attempt to finish a session that was moved to this folder is over. The values are its exit code and the exit
    /// code of an audit.
    case finishedAside(String, Int32, ExitCode? = nil)
    /// The attempt to finish the take in a folder, which its worker did not finish, is over. The value is its exit
    /// code.
    case finishedTake(String, Int32)
    /// The session that ended was checked. `isMarked`: true when it is still marked as unfinished.
    case looked(isMarked: Bool)
    /// The key that ends a recording was pressed in the terminal.
    case quitPressed
    /// The process that finishes the rest of the session has made progress since the last such input.
    case finishing
    /// The attempt to finish the rest of the session is over. The values are its exit code and the exit code of an
    /// audit.
    case settled(Int32, ExitCode? = nil)
}

/// The supervisor's own measurements of a worker.
package struct Measurement: Sendable, Equatable {
    /// The size of all files of the session, in bytes.
    package var bytes: Int64
    /// Unix nanoseconds of the last change to a file.
    package var changed: Int64?
    /// The memory that the worker uses, in bytes.
    package var memory: Int64?

    package init(bytes: Int64, changed: Int64?, memory: Int64?) {
        (self.bytes, self.changed, self.memory) = (bytes, changed, memory)
    }
}

/// An action of the supervisor.
package enum SupervisionAction: Sendable, Equatable {
    /// Starts a worker, which continues the session in the folder if one is given.
    case spawn(resuming: String?)
    /// Starts a worker that continues a session whose folder was lost, in a new session or in the given folder.
    case goOn(Relocation.Continuation, resuming: String?)
    /// Examines whether a folder is lost.
    case examine(String)
    /// Finishes a session that was moved to this folder, while another one is recorded.
    case finishAside(String)
    /// Finishes the take in this folder if it is still marked as unfinished, while others are recorded.
    case finishTake(String)
    /// Sends a signal to the worker.
    case send(Int32)
    case handOver
    case arm(after: Duration)
    /// Reports an event to users and, if a folder is given, to the ledger in it.
    case tell(SupervisionNews, folder: String?)
    /// Checks whether the session in the folder is still marked as unfinished.
    case look(String)
    /// Finishes the remaining files and records of the session in the folder.
    case settle(String)
    /// Prints a line for people.
    case note(String, Severity)
    case end(ExitCode)
    /// Ends with this signal, as the worker did.
    case die(Int32)
}

/// A signal that ends a recording normally.
package enum TerminationSignal: Int32, Sendable, CaseIterable {
    /// The signal SIGINT.
    case interrupt = 2
    /// The signal SIGTERM.
    case terminate = 15
    /// The signal SIGHUP: the terminal has closed. It is not handled if it is ignored already, as by `nohup`.
    case hangUp = 1
}

/// The severity of a line on standard error: a level of syslog, as sd-daemon(3) prefixes it to a line.
package enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case information = 6
}
