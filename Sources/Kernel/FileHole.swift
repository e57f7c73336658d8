internal import CKernel
internal import Glibc

/// Finds holes in files: ranges that were never written, or that another process has punched out.
package enum FileHole {
    /// The types (statfs(2), `f_type`) of file systems that store every written block, even one of zeros: ext4, XFS,
    /// btrfs, tmpfs, F2FS and overlayfs. Others, such as ZFS, replace blocks of zeros by holes.
    private static let keepingZeros: Set<Int64> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x794C_7630,
    ]

    /// Returns the offset in bytes of a file's first hole at or after `start`. Returns `nil` if there is none, or if
    /// the file system does not show holes reliably. Blocks.
    package static func first(in path: String, from start: Int64 = 0) -> Int64? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard keepingZeros.contains(kernel_file_system(file)) else { return nil }
        let size = Int64(lseek(file, 0, SEEK_END))
        let hole = kernel_first_hole(file, start)
        return hole >= 0 && hole < size ? hole : nil
    }
}
