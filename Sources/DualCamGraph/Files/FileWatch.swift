internal import Glibc

/// The identity and the size of the file at a path.
struct FileFacts: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// The size in bytes.
    var size: Int64

    /// Returns true when both are of the same file.
    func isSame(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}

extension FileFacts {
    /// Asks the file system (`lstat`), which may block; `nil` when nothing is there.
    init?(_ path: String) {
        var facts = Glibc.stat()
        guard lstat(path, &facts) == 0 else { return nil }
        self.init(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int64(facts.st_size))
    }
}

/// Watches that a file that is being written is still the one at its path.
struct FileWatch: Sendable {
    /// Looks at which a file is missing whose folder is missing, too, before that is told: the session may end it by then, and the
    /// file be whole wherever its folder is.
    static let patience = 8

    private var known: FileFacts?
    private var folder: FileFacts?
    private var missed = 0
    private var isGone = false
    /// The size at which another process has cut it, the least that was seen.
    private(set) var cutAt: Int64?

    /// Bytes, as far as they were seen.
    var size: Int64 { known?.size ?? 0 }

    /// Takes in what is at the path now (`nil`: nothing); returns true once, when the file has gone or another is in its place.
    /// Before its sink has made it there is none.
    ///
    /// - Parameter folder: the facts of the path of its folder now.
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
        // No muxer makes its file shorter.
        if facts.size < before.size { cutAt = min(cutAt ?? .max, facts.size) }
        (known, missed) = (facts, 0)
        return false
    }
}
