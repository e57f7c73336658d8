internal import CKernel

/// Room on a disk that is kept for a file.
package enum DiskRoom {
    /// Keeps room for the first bytes of an open file, whose size stays as it is (fallocate(2) with `FALLOC_FL_KEEP_SIZE`).
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func keep(_ bytes: Int64, for descriptor: Int32) -> Int32 { kernel_keep_room(descriptor, bytes) }
}
