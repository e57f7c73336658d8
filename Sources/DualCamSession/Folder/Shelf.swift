public import DualCamConfig

/// A session that was deleted.
public struct DeletedSession: Sendable, Equatable {
    /// The path its folder had.
    public var path: String
    public var bytes: Int64

    public init(path: String, bytes: Int64) { (self.path, self.bytes) = (path, bytes) }
}

/// The finished sessions of a directory, as far as they may be deleted. Its calls block.
public protocol Shelf: Sendable {
    /// Deletes the oldest finished session in `directory`, never `running`; `nil`: there is none.
    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession?

    /// Deletes the finished sessions in `directory` that are beyond `rule`, oldest first, never `running`.
    ///
    /// - Parameter now: Unix time in nanoseconds.
    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> [DeletedSession]
}
