public import DualCamConfig

/// The recorded sessions of a directory, as far as making room is concerned.
public protocol Shelf: Sendable {
    /// Deletes the oldest finished session in `directory` besides the one in the folder `running`; `nil`: there is none.
    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession?
    /// Deletes what `recording.retain` lets go of. `now` is Unix nanoseconds.
    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> [DeletedSession]
}

/// A session that was deleted.
public struct DeletedSession: Sendable, Equatable {
    public var path: String
    public var bytes: Int64

    public init(path: String, bytes: Int64) { (self.path, self.bytes) = (path, bytes) }
}
