/// Faults that are built into the simulated layers, to prove that the simulator finds such faults.
package enum PlantedBug: String, CaseIterable, Sendable {
    // MARK: The disk
    /// `fsync` of a file does nothing.
    case fileNotSynced = "file-not-synced"
    /// `fsync` of a folder does nothing.
    case folderNotSynced = "folder-not-synced"
    /// Deleting a recorded file also deletes another file of its folder.
    case deletionOutside = "deletion-outside"
    case lockIgnored = "lock-ignored"
    /// An existing folder counts as newly created.
    case folderTaken = "folder-taken"
    // MARK: The graph
    case boundaryOffByOne = "boundary-off-by-one"
    case frameTwice = "frame-twice"
    case frameCountOffByOne = "frame-count-off-by-one"
    case resumeOffByOne = "resume-off-by-one"
    case absenceForgotten = "absence-forgotten"
    case dropUntold = "drop-untold"
    /// The driver's frame numbers do not skip lost frames.
    case lossUnnumbered = "loss-unnumbered"
    case fragmentsTooLong = "fragments-too-long"
    // MARK: The worker's executor
    case finishDeadlineLost = "finish-deadline-lost"
    case closeDeadlineLost = "close-deadline-lost"
    case endDeadlineLost = "end-deadline-lost"
    case doubleAnswer = "double-answer"
    case answerLost = "answer-lost"
    case segmentDeadlineLost = "segment-deadline-lost"
    /// The ledger's line about the start of a part is lost.
    case ledgerEntryLost = "ledger-entry-lost"
    case lossCountedTwice = "loss-counted-twice"
    case stopLostWhilePreparing = "stop-lost-while-preparing"
    case actionAfterEnd = "action-after-end"
    case wrongDigest = "wrong-digest"
    case wrongSize = "wrong-size"
    case finishedTooEarly = "finished-too-early"
    case pauseUntold = "pause-untold"
    /// A folder that was moved gets no more lines in its ledger.
    case movedUntold = "moved-untold"
    case leftoversDeleteOthers = "leftovers-delete-others"
    case retentionTakesUnfinished = "retention-takes-unfinished"
    // MARK: The supervisor's executor
    case noBackOff = "no-back-off"
    case twoWorkers = "two-workers"
    case alwaysFinished = "always-finished"
    case gapUntold = "gap-untold"
    case deafToHeartbeats = "deaf-to-heartbeats"
    case signalNotPassed = "signal-not-passed"
    // MARK: Recovery
    case recoveryNotRepeatable = "recovery-not-repeatable"
}
