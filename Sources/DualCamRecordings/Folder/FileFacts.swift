import DualCamPlan
package import Glibc

/// The metadata of a file (`struct stat`). dualcam uses only this type to compare files and to detect changes.
package struct FileFacts: Sendable, Equatable {
    /// `device` (`st_dev`) and `inode`: the numbers that together identify the file.
    package var device: UInt64
    package var inode: UInt64
    /// The file's type, one of the `S_IFMT` values such as `S_IFREG`.
    package var kind: UInt32
    /// The number of the user to whom the file belongs (`st_uid`).
    package var owner: UInt32
    /// True for a folder in which new files get the folder's group (set-group-ID bit).
    package var isGroups: Bool
    /// True when the file's group may read the file.
    package var isGroupReadable: Bool
    /// The number of hard links to the file.
    package var names: UInt64
    /// The file's size in bytes.
    package var size: Int64
    /// The number of bytes that the file occupies on the disk, at most its size. A file with holes occupies less than
    /// its size.
    package var occupied: Int64
    /// The time of the last write to the file (`st_mtim`), in Unix nanoseconds. Programs can change this time.
    package var modified: Int64
    /// The time of the last change to the file's content or metadata (`st_ctim`), in Unix nanoseconds. Only the kernel
    /// sets it.
    package var statusChanged: Int64

    package init(_ facts: stat) {
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) *| 1_000_000_000 +| Int64(time.tv_nsec) }
        (device, inode) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
        (kind, owner, names) = (facts.st_mode & S_IFMT, facts.st_uid, UInt64(facts.st_nlink))
        isGroups = kind == S_IFDIR && facts.st_mode & S_ISGID != 0
        isGroupReadable = facts.st_mode & S_IRGRP != 0
        size = Int64(facts.st_size)
        // POSIX does not define the unit; on Linux, it is 512 bytes on every file system (stat(3type)).
        occupied = min(size, Int64(facts.st_blocks) *| 512)
        (modified, statusChanged) = (nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim))
    }

    /// Returns true if both values describe the same file.
    package func isSame(_ other: FileFacts) -> Bool { (device, inode) == (other.device, other.inode) }

    /// Returns true if both values describe the same file and the file was not changed between the two readings.
    package func isUnchanged(_ other: FileFacts) -> Bool {
        isSame(other) && (size, modified, statusChanged) == (other.size, other.modified, other.statusChanged)
    }

    /// The file's type with an article, such as `a pipe`; `nil` for a regular file.
    package var kindIfNotRegular: String? {
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
