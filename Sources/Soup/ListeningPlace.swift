internal import CGStreamer
package import GStreamer

/// An address where a server listens.
package enum ListeningPlace: Sendable, Equatable {
    /// A Unix socket at this path, of mode 0600. Nothing may be there.
    case socket(path: String)
    /// An IP address of this machine; port 0: any that is free.
    case tcp(address: String, port: UInt16)

    /// Transfer full; `nil` for a text that is no address.
    func socketAddress() -> UnsafeMutablePointer<GSocketAddress>? {
        switch self {
        case .socket(let path): g_unix_socket_address_new(path)
        case .tcp(let address, let port): g_inet_socket_address_new_from_string(address, guint(port))
        }
    }
}

/// A certificate and its key, as a server shows them (`GTlsCertificate`).
package final class ServerCertificate: @unchecked Sendable {
    // Invariant: `pointer` never changes, and a GTlsCertificate is immutable.
    let pointer: UnsafeMutablePointer<GTlsCertificate>

    /// Reads two PEM files; throws when one cannot be read, or they do not belong together.
    package init(certificate: String, key: String) throws(LibraryError) {
        var error: UnsafeMutablePointer<GError>?
        guard let made = g_tls_certificate_new_from_files(certificate, key, &error) else {
            throw LibraryError(takingError: error)
        }
        pointer = made
    }

    deinit { g_object_unref(pointer) }
}
