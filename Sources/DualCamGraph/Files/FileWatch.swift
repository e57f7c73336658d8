internal import Glibc

/// What the file system says of a path.
struct FileFacts: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// In bytes.
    var size: Int64

    init(device: UInt64, inode: UInt64, size: Int64) { (self.device, self.inode, self.size) = (device, inode, size) }

    /// Asks the file system (`stat`), which may block; `nil` when nothing is there.
    init?(_ path: String) {
        var facts = Glibc.stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int64(facts.st_size))
    }
}

/// Whether a file that is being written is still the one at its path.
struct FileWatch: Sendable {
    private var known: FileFacts?
    private var isGone = false

    /// Bytes, as far as they were seen.
    var size: Int64 { known?.size ?? 0 }

    /// Takes in what is at the path now (`nil`: nothing); returns true once, when the file has gone or another is in its place.
    /// Before its sink has made it there is none.
    mutating func observe(_ facts: FileFacts?) -> Bool {
        guard let before = known, !isGone else {
            if known == nil { known = facts }
            return false
        }
        guard let facts, facts.device == before.device, facts.inode == before.inode else {
            isGone = true
            return true
        }
        known = facts
        return false
    }
}
