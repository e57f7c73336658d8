/// The number of files that a file system has room for. "No space left on device" (ENOSPC) means too few of these as well as too few bytes.
package struct FileRoom: Sendable, Equatable {
    /// The number of files in all (`f_files` of statvfs(3)); 0 where the file system makes room for files as they come, as btrfs and FAT do.
    package var all: UInt64
    /// The number of files that still fit (`f_favail`).
    package var free: UInt64
    /// The number of blocks that are still free (`f_bavail`).
    package var freeBlocks: UInt64

    package init(all: UInt64, free: UInt64, freeBlocks: UInt64) {
        (self.all, self.free, self.freeBlocks) = (all, free, freeBlocks)
    }

    /// True when not one more file fits though bytes are left.
    package var isUsedUp: Bool { all > 0 && free == 0 && freeBlocks > 0 }

    /// The reason, to stand behind "'/path' cannot be made: ".
    package static let reason = "the file system has no room for more files (no inode is left), though bytes are free"

    /// The remedy, one full sentence.
    ///
    /// - Parameter key: how another disk is chosen: `with --output DIR or recording.directory`.
    package static func advice(_ key: String) -> String {
        "Delete files there ('df -i' counts them), or choose another disk \(key)."
    }
}
