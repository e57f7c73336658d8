internal import CKernel

/// The open files of a process that is about to be started.
package enum OpenFiles {
    /// Adds the closing of every descriptor from `first` on to a `posix_spawn_file_actions_t`.
    ///
    /// - Returns: 0, or an error's number.
    package static func close(from first: Int32, by actions: UnsafeMutableRawPointer) -> Int32 {
        kernel_close_from(actions, first)
    }
}
