package import DualCamRecordings
package import DualCamSession

/// An input to the supervisor's state: an event, a measurement or the result of an action.
package enum SupervisionInput: Sendable, Equatable {
    case begin
    case signal(TerminationSignal)
    case started(pid: Int32)
    case heartbeat(pid: Int32, Heartbeat)
    case ended(pid: Int32, WorkerEnding)
    case measured(Measurement)
    /// Time has passed; sent twice a second.
    case tick
    /// The metrics file for Prometheus could not be written. The values are its path and the reason.
    case metricsFailed(path: String, String)
    /// The delay before the start of the next worker has passed.
    case due
    /// A session's folder was checked. The value describes its loss; `nil` if it is writable.
    case examined(FolderLoss?)
    /// The process that finishes a session moved to this folder has ended. The values are the folder, the exit code,
    /// and the audit's exit code.
    case finishedAside(String, Int32, ExitCode? = nil)
    /// The process that finishes an unfinished take of an ended worker has ended. The values are the take's folder and
    /// the exit code.
    case finishedTake(String, Int32)
    /// The session was checked after its last worker had ended. `isMarked`: true if the session still has the file that
    /// marks it as unfinished.
    case looked(isMarked: Bool)
    /// The user pressed the key that ends a recording in the terminal.
    case quitPressed
    /// The process that finishes the session's remaining files has made progress since the previous input of this kind.
    case finishing
    /// The process that finishes the session's remaining files has ended. The values are its exit code and, if an audit
    /// was made, the audit's exit code.
    case settled(Int32, ExitCode? = nil)
}

/// The measurements of a worker's files and memory that the supervisor makes itself.
package struct Measurement: Sendable, Equatable {
    /// The total size of all files of the session, in bytes.
    package var bytes: Int64
    /// The time of the last change to any file of the session, in Unix nanoseconds; `nil` if unknown.
    package var changed: Int64?
    /// The memory that the worker uses, in bytes; `nil` if unknown.
    package var memory: Int64?

    package init(bytes: Int64, changed: Int64?, memory: Int64?) {
        (self.bytes, self.changed, self.memory) = (bytes, changed, memory)
    }
}

/// An action that the supervisor's state requests, such as starting or killing a worker.
package enum SupervisionAction: Sendable, Equatable {
    /// Starts a worker. If a folder is given, the worker continues the session in that folder.
    case spawn(resuming: String?)
    /// Starts a worker that continues a recording whose folder was lost. The worker creates a new session; if a folder
    /// is given, it continues the new session in that folder.
    case goOn(Relocation.Continuation, resuming: String?)
    /// Checks whether this session folder is lost or still writable.
    case examine(String)
    /// Finishes the session that was moved to this folder, while another session is recorded.
    case finishAside(String)
    /// Finishes the take in this folder if it is still marked as unfinished. Other takes may be recorded meanwhile.
    case finishTake(String)
    /// Sends a signal with this number to the worker.
    case send(Int32)
    case handOver
    case arm(after: Duration)
    /// Reports an event to users and, if a folder is given, writes it to that folder's ledger.
    case tell(SupervisionNews, folder: String?)
    /// Checks whether the session in this folder is still marked as unfinished.
    case look(String)
    /// Finishes the remaining files and records of the session in this folder.
    case settle(String)
    /// Prints a line for users on standard error.
    case note(String, Severity)
    case end(ExitCode)
    /// Ends the supervisor itself with this signal, because the worker ended with it.
    case die(Int32)
}
