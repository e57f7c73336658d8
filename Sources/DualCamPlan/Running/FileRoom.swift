/// The number of files that a file system has room for. "No space left on device" (ENOSPC) means either too few inodes
/// or too few bytes.
package struct FileRoom: Sendable, Equatable {
    /// The total number of files (`f_files` of statvfs(3)); 0 if the file system makes room for files on demand, as
    /// btrfs and FAT do.
    package var all: UInt64
    /// The number of files that still fit (`f_favail`).
    package var free: UInt64
    /// The number of free blocks (`f_bavail`).
    package var freeBlocks: UInt64

    package init(all: UInt64, free: UInt64, freeBlocks: UInt64) {
        (self.all, self.free, self.freeBlocks) = (all, free, freeBlocks)
    }

    /// True when no further file fits although bytes are free.
    package var isUsedUp: Bool { all > 0 && free == 0 && freeBlocks > 0 }

    /// The reason, to follow "'/path' cannot be made: ".
    package static let reason = "the file system has no room for more files (no inode is left), though bytes are free"

    /// Returns the remedy, one full sentence.
    ///
    /// - Parameter key: the way to choose another disk: `with --output DIR or recording.directory`.
    package static func advice(_ key: String) -> String {
        "Delete files there ('df -i' counts them), or choose another disk \(key)."
    }
}
