internal import Glibc

/// A failed system call.
package struct SystemError: Error, Sendable, Equatable {
    package let errno: Int32
    /// `strerror`
    package var message: String { String(cString: strerror(errno)) }

    package init(errno: Int32) { self.errno = errno }
}
