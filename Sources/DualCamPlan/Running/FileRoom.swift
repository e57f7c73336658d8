/// The number of files that a file system can still hold. "No space left on device" (ENOSPC) means either too few
/// inodes or too few bytes.
package struct FileRoom: Sendable, Equatable {
    /// The total number of files that the file system can hold (`f_files` of statvfs(3)); 0 if it allocates inodes on
    /// demand, as btrfs and FAT do.
    package var all: UInt64
    /// The number of files that the file system can still create (`f_favail`).
    package var free: UInt64
    /// The number of blocks that are free on the file system (`f_bavail`).
    package var freeBlocks: UInt64

    package init(all: UInt64, free: UInt64, freeBlocks: UInt64) {
        (self.all, self.free, self.freeBlocks) = (all, free, freeBlocks)
    }

    /// True when the file system can create no further file although bytes are free.
    package var isUsedUp: Bool { all > 0 && free == 0 && freeBlocks > 0 }

    /// The reason why a file cannot be created without a free inode, to follow "'/path' cannot be made: ".
    package static let reason = "the file system has no room for more files (no inode is left), though bytes are free"

    /// Returns advice for a file system without free inodes, one full sentence.
    ///
    /// - Parameter key: how to choose another disk: `with --output DIR or recording.directory`.
    package static func advice(_ key: String) -> String {
        "Delete files there ('df -i' counts them), or choose another disk \(key)."
    }
}
