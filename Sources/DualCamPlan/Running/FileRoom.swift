/// The number of files that a file system can still create. It is needed because the error "No space left on device"
/// (ENOSPC) does not show whether the inodes or the bytes are used up.
package struct FileRoom: Sendable, Equatable {
    /// The total number of inodes of the file system (`f_files` of statvfs(3)); 0 if it allocates inodes on demand,
    /// like btrfs and FAT.
    package var all: UInt64
    /// The number of inodes that are still available (`f_favail`).
    package var free: UInt64
    /// The number of free blocks of the file system (`f_bavail`).
    package var freeBlocks: UInt64

    package init(all: UInt64, free: UInt64, freeBlocks: UInt64) {
        (self.all, self.free, self.freeBlocks) = (all, free, freeBlocks)
    }

    /// True if the file system cannot create another file although it has free bytes.
    package var isUsedUp: Bool { all > 0 && free == 0 && freeBlocks > 0 }

    /// The reason to report if a file cannot be created because there is no free inode. The text follows "'/path'
    /// cannot be made: ".
    package static let reason = "the file system has no room for more files (no inode is left), though bytes are free"

    /// Returns advice for the case that a file system has no free inodes, as a full sentence.
    ///
    /// - Parameter key: the option or key that selects a different disk, such as
    ///   `with --output DIR or recording.directory`.
    package static func advice(_ key: String) -> String {
        "Delete files there ('df -i' counts them), or choose another disk \(key)."
    }
}
