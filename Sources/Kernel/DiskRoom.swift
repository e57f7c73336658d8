internal import CKernel

/// Reserves disk space for files.
package enum DiskRoom {
    /// Reserves space for the first bytes of an open file, without changing its size (fallocate(2) with
    /// `FALLOC_FL_KEEP_SIZE`).
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func keep(_ bytes: Int64, for descriptor: Int32) -> Int32 { kernel_keep_room(descriptor, bytes) }
}
