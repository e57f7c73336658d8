package import Glibc
import Kernel

/// The open files that a process gets from the one that starts it.
package enum InheritedFiles {
    /// Has a process begin without any file but those with a number below `first`, whatever is open here, or in a library.
    package static func closeOthers(from first: Int32, by actions: inout posix_spawn_file_actions_t) {
        withUnsafeMutablePointer(to: &actions) { _ = OpenFiles.close(from: first, by: $0) }
    }
}
