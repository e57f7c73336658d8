import Glibc

/// A temporary file without a name, in memory if possible. No other user can open the file, and it disappears with this
/// object.
package final class UnnamedFile: Sendable {
    package let descriptor: Int32

    /// The path by which this process can open the unnamed file.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Creates an unnamed file that contains the bytes; `nil` if there is no space for them.
    package init?(_ bytes: [UInt8]) {
        guard let descriptor = KeptFiles.place() else { return nil }
        self.descriptor = descriptor
        guard KeptFiles.write(bytes, to: descriptor, at: 0) else { return nil }
    }

    deinit { close(descriptor) }
}
