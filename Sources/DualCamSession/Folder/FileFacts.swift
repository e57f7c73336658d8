import DualCamPlan
import Glibc

/// The metadata of a file (`struct stat`).
struct FileFacts: Sendable, Equatable {
    struct Identity: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64
    }

    var identity: Identity
    /// One of `S_IFMT`.
    var kind: UInt32
    var owner: UInt32
    /// The number of names that it has.
    var names: UInt64
    /// The size in bytes.
    var size: Int64
    /// The time when it was last written to, in Unix nanoseconds.
    var changed: Int64

    init(_ facts: stat) {
        identity = Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
        (kind, owner, names) = (facts.st_mode & S_IFMT, facts.st_uid, UInt64(facts.st_nlink))
        size = Int64(facts.st_size)
        changed = Int64(facts.st_mtim.tv_sec) *| 1_000_000_000 +| Int64(facts.st_mtim.tv_nsec)
    }

    /// The kind of the file, with an article; `nil`: a regular file.
    var kindIfNotRegular: String? {
        switch kind {
        case S_IFREG: nil
        case S_IFLNK: "a symbolic link"
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
