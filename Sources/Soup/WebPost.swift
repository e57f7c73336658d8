internal import CGStreamer
internal import GStreamer

/// A POST of JSON to a web address. Certificates are judged by the system's authorities, and no redirection is followed.
package struct WebPost: Sendable {
    private let address: String
    private let body: [UInt8]
    private let fields: [(name: String, value: String)]

    /// - Parameters:
    ///   - address: `http://...` or `https://...`
    ///   - fields: Headers, in ASCII.
    package init(_ address: String, body: [UInt8], _ fields: [(name: String, value: String)] = []) {
        (self.address, self.body, self.fields) = (address, body, fields)
    }

    /// Returns the status of the answer, whose body nobody reads. Blocks for up to `patience`.
    package func send(patience: Duration) throws(ClientFailure) -> Int {
        guard let message = soup_message_new("POST", address) else {
            throw .broken(LibraryError(domain: "dualcam", code: 2, message: "it is no web address"))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        soup_message_add_flags(message, .noRedirect)
        let bytes = g_bytes_new(body, gsize(body.count))
        soup_message_set_request_body_from_bytes(message, "application/json", bytes)
        g_bytes_unref(bytes)
        for (name, value) in fields {
            soup_message_headers_replace(soup_message_get_request_headers(message), name, value)
        }
        guard let session = soup_session_new() else {
            throw .broken(LibraryError(domain: "dualcam", code: 1, message: "libsoup made no session"))
        }
        defer { g_object_unref(session) }
        let stop = Cancellation()
        stop.cancel(after: patience)
        var error: UnsafeMutablePointer<GError>?
        guard let answer = soup_session_send(session, message, stop.pointer, &error) else {
            throw ClientFailure(LibraryError(takingError: error))
        }
        g_object_unref(answer)
        return Int(soup_message_get_status(message).rawValue)
    }
}
