package import Glibc
import Kernel

/// The open files that a new process inherits from the process that starts it.
package enum InheritedFiles {
    /// Closes all descriptors from `first` on in the new process, whether this program or a library has opened them.
    package static func closeOthers(from first: Int32, by actions: inout posix_spawn_file_actions_t) {
        withUnsafeMutablePointer(to: &actions) { _ = OpenFiles.close(from: first, by: $0) }
    }
}
