internal import Glibc

/// The identity and the size of the file at a path.
struct FileFacts: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// The size in bytes.
    var size: Int64

    /// Returns true if both describe the same file.
    func isSame(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}

extension FileFacts {
    /// Reads the facts from the file system (`lstat`), which may block; `nil` if the path does not exist.
    init?(_ path: String) {
        var facts = Glibc.stat()
        guard lstat(path, &facts) == 0 else { return nil }
        self.init(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int64(facts.st_size))
    }
}

/// The watch of a file that is being written: detects when a different file, or no file, is at its path.
struct FileWatch: Sendable {
    /// The number of checks before a file that is missing together with its folder counts as gone. The session may end
    /// the file before that, and the file may be complete wherever its folder was moved.
    static let patience = 8

    private var known: FileFacts?
    private var folder: FileFacts?
    private var missed = 0
    private var isGone = false
    /// The smallest size in bytes to which another process has cut the file.
    private(set) var cutAt: Int64?

    /// The size in bytes, as last observed.
    var size: Int64 { known?.size ?? 0 }

    /// Accepts the facts of the path now (`nil` if nothing exists there). Returns true once, when the file has gone or
    /// another file is in its place. The file may be missing until its sink has created it.
    ///
    /// - Parameter folder: the facts of its folder's path now.
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
        // No muxer shortens its file.
        if facts.size < before.size { cutAt = min(cutAt ?? .max, facts.size) }
        (known, missed) = (facts, 0)
        return false
    }
}
