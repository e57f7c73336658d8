import DualCamConfig
import DualCamPlan

/// A session's life; it only ever goes forward.
package enum Phase: Sendable, Comparable {
    /// There is no folder, and nothing is recorded; the graph runs, or is being started.
    case standby
    case preparing, running, finishing, finished
}

/// A moment the session waits for.
enum Deadline: Sendable, Hashable {
    /// Recording must have begun.
    case start
    /// Another second of the self-timer is over.
    case countdown
    /// The next segment's files are to be asked for.
    case segment
    /// The main camera is to change by itself.
    case switching
    /// The common end that was scheduled is reached.
    case end
    /// Stalled inputs are to be abandoned.
    case stall
    /// All files must be finished.
    case finish
    /// The graph must be closed.
    case close
    /// The session's journal must be written.
    case save
}

/// The reason why older sessions are deleted. The raw values stand in events and in the ledger.
enum Deletion: String, Sendable, Equatable {
    case whenFull = "when-full"
    case retain
}

/// The inputs of the state machine.
enum SessionInput: Sendable, Equatable {
    /// The folder is there. Free bytes on its disk, `nil` when not known.
    case begin(freeBytes: Int64?)
    /// The graph stands by or, with a failure, does not.
    case standing(GraphFailure?)
    /// The folder of a take that begins is there at this path or, with a failure, is not. `unixNanoseconds`: its time.
    case sessionMade(String, unixNanoseconds: Int64, SessionFailure?)
    case graph(GraphEvent)
    case startFailed(GraphFailure)
    case applyFailed(GraphChange, GraphFailure)
    case stop(StopReason)
    case command(CommandNumber, ControlCommand)
    /// The graph has carried out what was directed, or has not.
    case directed(Direction, Result<RunningTime?, GraphFailure>)
    /// The controls of the cameras whose devices have answered: once a second, and whenever controls have been set.
    case controls([InputName: [ControlFacts]])
    /// Somebody wants to know how things are.
    case stateAsked
    case deadline(Deadline)
    /// The graph has carried out a change that the session waits for.
    case applied(GraphChange)
    /// The graph's statistics and the clocks, four times a second.
    case reading(GraphStatistics, ClockReading)
    /// The bytes left on the folder's disk, once a second; `nil`: not known.
    case space(Int64?)
    /// The session's folder is gone, or takes nothing any more. Told once.
    case folderLost(FolderLoss)
    /// The machine's sensors and counters, once a second.
    case machine(MachineReading)
    /// A folder for an output's next file is there or, with an error, is not.
    case folderMade(String, for: OutputName, FolderFailure?)
    /// Older sessions were deleted; none when there was nothing to delete.
    case deleted([DeletedSession], Deletion)
    case deletionFailed(FolderFailure)
    /// Older sessions stayed that `storage.retain` would not have kept.
    case notDeleted([FolderFailure])
    /// The graph is closed, or has given up trying.
    case graphClosed(GraphFailure?)
    /// The size of a file on its disk; `nil` when not known.
    case measured(path: String, bytes: Int64?)
    /// A file has its chapters or, with a problem, has none.
    case chaptered(path: String, bytes: Int64?, problem: String?)
    case digested(path: String, bytes: Int64?, digest: String?, problem: String?)
    /// Every file has been measured.
    case inspected
    case ledgerFailed(FolderFailure)
    /// The measured properties of the folder's disk; comes only with `recording.max-loss`.
    case storageProbed(StorageFacts)
    /// The last `session.json` is on the disk or, with an error, is not; or the folder has been discarded.
    case saved(FolderFailure?)
}
