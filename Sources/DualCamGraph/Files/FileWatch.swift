internal import Glibc

/// The identity (device and inode) and the size of the file at a path.
struct FileFacts: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// The size of the file in bytes.
    var size: Int64

    /// Returns true if both values describe the same file, whatever its size.
    func isSame(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}

extension FileFacts {
    /// Reads the identity and size of the file at a path (`lstat`), which may block. Returns `nil` if the path does not
    /// exist.
    init?(_ path: String) {
        var facts = Glibc.stat()
        guard lstat(path, &facts) == 0 else { return nil }
        self.init(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int64(facts.st_size))
    }
}

/// Monitors a file that is being recorded. Detects if another process deletes, replaces or truncates it.
struct FileWatch: Sendable {
    /// The number of checks after which a file counts as lost if its folder is missing, too. Until then, the session
    /// can still finish the file, because the folder may only have been moved.
    static let patience = 8

    private var known: FileFacts?
    private var folder: FileFacts?
    private var missed = 0
    private var isGone = false
    /// The smallest size in bytes to which another process has truncated the file; `nil` if that has not happened.
    private(set) var cutAt: Int64?

    /// The size of the file in bytes, as last observed; 0 before the file exists.
    var size: Int64 { known?.size ?? 0 }

    /// Compares the file now at the path (`nil` if none exists) with the recorded file. Returns true, only once, if the
    /// recorded file has been deleted or replaced. A file that its sink has not created yet does not count as deleted.
    ///
    /// - Parameter folder: the identity of the folder that is now at the folder's path; `nil` if none exists.
    mutating func observe(_ facts: FileFacts?, in folder: FileFacts? = nil) -> Bool {
        guard let before = known, !isGone else {
            if known == nil { (known, self.folder) = (facts, folder) }
            return false
        }
        guard let facts, facts.isSame(as: before) else {
            if let own = self.folder, folder?.isSame(as: own) != true, missed < Self.patience {
                missed += 1
                return false
            }
            isGone = true
            return true
        }
        // A smaller size means that another process has truncated the file, because no muxer shortens its file.
        if facts.size < before.size { cutAt = min(cutAt ?? .max, facts.size) }
        (known, missed) = (facts, 0)
        return false
    }
}
