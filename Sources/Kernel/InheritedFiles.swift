package import Glibc

/// Restricts which open files a child process inherits.
package enum InheritedFiles {
    /// Adds an action that closes all file descriptors from `first` on in the child process, including descriptors that
    /// libraries have opened.
    package static func closeOthers(from first: Int32, by actions: inout posix_spawn_file_actions_t) {
        withUnsafeMutablePointer(to: &actions) { _ = OpenFiles.close(from: first, by: $0) }
    }
}
