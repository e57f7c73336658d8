import DualCamPlan
import Glibc

/// The metadata of a file (`struct stat`).
struct FileFacts: Sendable, Equatable {
    /// By these two a file is told from every other one.
    var device: UInt64
    var inode: UInt64
    /// One of `S_IFMT`.
    var kind: UInt32
    var owner: UInt32
    /// True if new files in the folder belong to its group (the set-group-ID bit).
    var isGroups: Bool
    /// The file's group may read it.
    var isGroupReadable: Bool
    /// The number of names that it has.
    var names: UInt64
    /// The size in bytes.
    var size: Int64
    /// The bytes that it takes of the disk, as far as its size goes: a file with holes takes fewer.
    var occupied: Int64
    /// The time when it was last written to, in Unix nanoseconds.
    var changed: Int64

    init(_ facts: stat) {
        (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
        (kind, owner, names) = (facts.st_mode & S_IFMT, facts.st_uid, UInt64(facts.st_nlink))
        isGroups = kind == S_IFDIR && facts.st_mode & S_ISGID != 0
        isGroupReadable = facts.st_mode & S_IRGRP != 0
        size = Int64(facts.st_size)
        // POSIX leaves the unit open; on Linux it is 512 bytes for every file system (stat(3type)).
        occupied = min(size, Int64(facts.st_blocks) *| 512)
        changed = Int64(facts.st_mtim.tv_sec) *| 1_000_000_000 +| Int64(facts.st_mtim.tv_nsec)
    }

    /// Returns true when they are of the same file.
    func isSame(_ other: FileFacts) -> Bool { (device, inode) == (other.device, other.inode) }

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
