internal import CGStreamer
internal import Glibc

/// The SHA-256 of a file as hexadecimal digits, by GLib's GChecksum. Blocks while the file is read.
///
/// Throws the errno of `open` or `read`.
package func sha256(ofFile path: String) throws(SystemError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(errno: errno) }
    defer { close(file) }
    guard let checksum = g_checksum_new(.sha256) else { throw SystemError(errno: ENOMEM) }
    defer { g_checksum_free(checksum) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = read(file, &block, block.count)
        guard count >= 0 else { throw SystemError(errno: errno) }
        if count == 0 { break }
        g_checksum_update(checksum, block, count)
    }
    return String(cString: g_checksum_get_string(checksum))
}

/// The SHA-256 of bytes as hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String {
    guard let text = g_compute_checksum_for_data(.sha256, bytes, gsize(bytes.count)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}

/// A failed system call.
package struct SystemError: Error, Sendable, Equatable {
    package let errno: Int32
    /// `strerror`
    package var message: String { String(cString: strerror(errno)) }

    package init(errno: Int32) { self.errno = errno }
}
