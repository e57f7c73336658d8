internal import Glibc

/// The error of a failed system call.
package struct SystemError: Error, Sendable, Equatable {
    package let errno: Int32
    /// The system's text for the error (`strerror`).
    package var message: String { String(cString: strerror(errno)) }

    package init(errno: Int32) { self.errno = errno }
}
