internal import CGStreamer
package import GStreamer

/// An address on which a server listens.
package enum ListeningPlace: Sendable, Equatable {
    /// A Unix socket with mode 0600 at this path. The path must not exist.
    case socket(path: String)
    /// An IP address of this machine and a port. Port 0 chooses any free port.
    case tcp(address: String, port: UInt16)

    /// Creates GIO's object for this address (GSocketAddress), which the caller owns. Returns `nil` if the address is
    /// invalid.
    func socketAddress() -> UnsafeMutablePointer<GSocketAddress>? {
        switch self {
        case .socket(let path): g_unix_socket_address_new(path)
        case .tcp(let address, let port): g_inet_socket_address_new_from_string(address, guint(port))
        }
    }
}

/// The certificate and key of a web server (`GTlsCertificate`).
package final class ServerCertificate: @unchecked Sendable {
    // Invariant: `pointer` never changes, and a GTlsCertificate is immutable.
    let pointer: UnsafeMutablePointer<GTlsCertificate>

    /// Reads the certificate and the key from two PEM files. Throws if a file cannot be read, or if the key does not
    /// match the certificate.
    package init(certificate: String, key: String) throws(LibraryError) {
        var error: UnsafeMutablePointer<GError>?
        guard let made = g_tls_certificate_new_from_files(certificate, key, &error) else {
            throw LibraryError(takingError: error)
        }
        pointer = made
    }

    deinit { g_object_unref(pointer) }

    /// The period in which the certificate is valid; clients reject it at any other time.
    package var validity: CertificateValidity {
        CertificateValidity(
            from: Self.seconds(g_tls_certificate_get_not_valid_before(pointer)),
            until: Self.seconds(g_tls_certificate_get_not_valid_after(pointer)))
    }

    /// Converts a GLib date to Unix time in seconds, and releases the date.
    private static func seconds(_ time: OpaquePointer?) -> Int64? {
        guard let time else { return nil }
        defer { g_date_time_unref(time) }
        return Int64(g_date_time_to_unix(time))
    }
}

/// The period in which a certificate is valid. Both ends are in Unix seconds; `nil` if unknown.
package struct CertificateValidity: Sendable, Equatable {
    package var from: Int64?
    package var until: Int64?

    package init(from: Int64?, until: Int64?) { (self.from, self.until) = (from, until) }

    /// Returns why clients reject the certificate at this Unix time, in seconds, or `nil` if they accept it. The text
    /// continues a sentence that begins with the certificate's name.
    package func reason(at time: Int64) -> String? {
        if let until, time > until { return "has expired" }
        if let from, time < from { return "is not valid yet, by this machine's clock" }
        return nil
    }
}
