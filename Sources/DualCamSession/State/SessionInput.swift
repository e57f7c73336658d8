import DualCamPlan

/// A session's life; it only ever goes forward.
public enum Phase: Int, Sendable, Comparable {
    case preparing, running, finishing, finished

    public static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
}

/// A moment the session waits for.
enum Deadline: Sendable, Hashable {
    /// Recording must have begun.
    case start
    /// The next segment's files are to be asked for.
    case segment
    /// The common end that was scheduled is reached.
    case end
    /// Stalled inputs are to be abandoned.
    case stall
    /// All files must be finished.
    case finish
    /// The graph must be closed.
    case close
    /// The session's papers must be written.
    case save
}

/// What the state machine learns.
enum SessionInput: Sendable, Equatable {
    /// The folder is there. Free bytes on its disk, `nil` when not known.
    case begin(freeBytes: Int64?)
    case graph(GraphEvent)
    case startFailed(GraphFailure)
    case applyFailed(GraphChange, GraphFailure)
    case stop(StopReason)
    case deadline(Deadline)
    /// Once a second.
    case reading(GraphStatistics, freeBytes: Int64?)
    /// The graph is closed, or has given up trying.
    case graphClosed(GraphFailure?)
    /// What the disk says of a file.
    case measured(path: String, bytes: Int64?)
    case digested(path: String, digest: String?, problem: String?)
    /// Every file has been measured and, if wanted, digested.
    case inspected
    case ledgerFailed(FolderFailure)
    /// What the folder's disk can promise; comes only with `recording.max-loss`.
    case storageProbed(StorageFacts)
    /// The last `session.json` is on the disk or, with an error, is not; or the folder has been discarded.
    case saved(FolderFailure?)
}

/// What the state machine wants done. Actions are carried out in their order, but none is waited for.
enum SessionAction: Sendable, Equatable {
    case start([FileRequest])
    case apply(GraphChange)
    case record(LedgerEntry)
    case emit(SessionEvent)
    /// `at` counts from the session's begin; an armed deadline is moved.
    case arm(Deadline, at: Duration)
    case disarm(Deadline)
    case close(within: Duration)
    case inspect([RecordedFile], digests: Bool)
    /// Write `session.json`.
    case save(Manifest)
    /// Remove `leftovers`, write `session.json` and, when everything is whole, take the mark away.
    case complete(Manifest, leftovers: [String])
    /// Remove the folder and these files: nothing was recorded.
    case discard([String])
}
