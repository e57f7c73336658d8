internal import CGStreamer

/// Sending of responses without libsoup. libsoup would first read a request's body to its end, even if that end is
/// unknown or far.
extension WebServer {
    /// The time within which a client must have read its response and disconnected.
    private static let patience = Duration.seconds(2)

    /// Schedules the rejection of a connection's current request in the main loop, after the caller has returned,
    /// because libsoup is still using the connection.
    static func refuseSoon(_ link: ConnectionLink) {
        soon(link) { data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            link.server.assumeIsolated { $0.refuseFaulty(link.number) }
            return 0
        }
    }

    /// Sends a response without libsoup, as the last one on the connection. All earlier responses have been sent,
    /// because libsoup processes requests one after another. Incoming data is then read and discarded for `patience`:
    /// closing a socket with unread data would discard the response.
    func answerAtOnce(_ number: WebConnection.Number, _ response: WebResponse) {
        guard let connection = connections[number] else { return }
        let bytes = Self.bytes(of: response)
        let output = g_io_stream_get_output_stream(connection.stream)
        bytes.withUnsafeBytes { bytes in
            _ = g_pollable_output_stream_write_nonblocking(
                output.map { OpaquePointer($0) }, bytes.baseAddress, gsize(bytes.count), nil, nil)
        }
        g_socket_shutdown(connection.socket, 0, 1, nil)
        connections[number]?.deadline = .now + Self.patience
    }

    /// Returns the bytes of a response: its head followed by its body, which is not encoded.
    static func bytes(of response: WebResponse) -> [UInt8] {
        let phrases = [
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 413: "Content Too Large",
            429: "Too Many Requests", 431: "Request Header Fields Too Large",
        ]
        let fields =
            response.fields + [
                WebField("Content-Type", response.type), WebField("Content-Length", String(response.body.count)),
                WebField("Connection", "close"),
            ]
        let head =
            "HTTP/1.1 \(response.status) \(phrases[response.status] ?? "Refused")\r\n"
            + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + response.body
    }
}
