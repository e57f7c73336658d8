import DualCamRecordings

/// The events of the session library, in addition to those of a running recording.
enum LibraryNews: Sendable, Equatable {
    case work(Job)
    /// The state of backups has changed. `Library.backups` returns the new state.
    case backups
    /// A session that a client wanted to delete could not be deleted.
    case notDeleted(FolderFailure)
}
