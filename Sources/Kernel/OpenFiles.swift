internal import CKernel

/// Controls which open files a new process inherits.
package enum OpenFiles {
    /// Adds an action to a `posix_spawn_file_actions_t` that closes all descriptors with the number `first` or higher
    /// in the new process.
    /// - Returns: 0, or an error number.
    package static func close(from first: Int32, by actions: UnsafeMutableRawPointer) -> Int32 {
        kernel_close_from(actions, first)
    }
}
