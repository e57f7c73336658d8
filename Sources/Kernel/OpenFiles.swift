internal import CKernel

/// Controls which open files a process inherits that is about to be started.
package enum OpenFiles {
    /// Adds to a `posix_spawn_file_actions_t` that all descriptors from `first` on are closed.
    ///
    /// - Returns: 0, or an error number.
    package static func close(from first: Int32, by actions: UnsafeMutableRawPointer) -> Int32 {
        kernel_close_from(actions, first)
    }
}
