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

    /// The time from which and until which clients accept it.
    package var validity: CertificateValidity {
        CertificateValidity(
            from: Self.seconds(g_tls_certificate_get_not_valid_before(pointer)),
            until: Self.seconds(g_tls_certificate_get_not_valid_after(pointer)))
    }

    /// Transfer full.
    private static func seconds(_ time: OpaquePointer?) -> Int64? {
        guard let time else { return nil }
        defer { g_date_time_unref(time) }
        return Int64(g_date_time_to_unix(time))
    }
}

/// Both ends in seconds since 1970; `nil`: not known.
package struct CertificateValidity: Sendable, Equatable {
    package var from: Int64?
    package var until: Int64?

    package init(from: Int64?, until: Int64?) { (self.from, self.until) = (from, until) }

    /// Returns why clients refuse it at a time; `nil`: they do not.
    package func reason(at time: Int64) -> String? {
        if let until, time > until { return "has expired" }
        if let from, time < from { return "is not valid yet, by this machine's clock" }
        return nil
    }
}
