package import Glibc
import Kernel

/// The open files that a child process inherits.
package enum InheritedFiles {
    /// Closes all file descriptors from `first` on in the child process, including those that libraries have opened.
    package static func closeOthers(from first: Int32, by actions: inout posix_spawn_file_actions_t) {
        withUnsafeMutablePointer(to: &actions) { _ = OpenFiles.close(from: first, by: $0) }
    }
}
