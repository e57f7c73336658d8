package import DualCamConfig

/// A session that was deleted.
package struct DeletedSession: Sendable, Equatable, Codable {
    /// The path its folder had.
    package var path: String
    package var bytes: Int64
    /// Paths that it lists and that were left alone, because they are no regular files of its own.
    package var left: [String] = []
}

/// The result of applying a rule of retention.
package struct Retained: Sendable, Equatable {
    package var deleted: [DeletedSession] = []
    /// The reasons why sessions stayed that the rule would delete.
    package var refused: [FolderFailure] = []

    package init() {}
}

/// The finished sessions of a directory, as far as they may be deleted. Its calls block.
package protocol SessionStore: Sendable {
    /// Deletes the oldest finished session in `directory`, one that is backed up if there is any, never `running`; `nil`: there is none
    /// that may be deleted.
    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession?

    /// Deletes the finished sessions in `directory` that are beyond `rule`, oldest first, never `running`.
    ///
    /// - Parameter now: Unix time in nanoseconds.
    /// - Returns: the sessions that were deleted, and the reasons why others stayed that the rule would delete.
    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> Retained
}
