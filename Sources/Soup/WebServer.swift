internal import CGStreamer
package import GStreamer
private import Glibc

/// An HTTP and WebSocket server (`SoupServer`). It accepts connections itself, so that it can limit their number, rate
/// and duration.
///
/// The server runs from `open` until `close`.
package actor WebServer {
    private let thread: GLibThread
    let application: any WebApplication
    let limits: WebLimits
    private let owned: OwnedObject<SoupServer>
    private var listener: Listener?
    let certificate: ServerCertificate?
    private var ticking: Task<Void, Never>?

    var connections = ConnectionTable()
    var failures: FailedPeers
    /// The number of TLS handshakes that are running now.
    var handshakes = 0
    /// True while a task is running that aborts TLS handshakes which take too long.
    var looksForLate = false
    var exchanges: [OpaquePointer: WebExchange] = [:]
    var sockets: [WebConnection.Number: OpenSocket] = [:]
    var nextNumber = 0
    var requests: RequestQueue
    /// The continuation with which the closing server waits; it is finished when the last WebSocket has been closed.
    var leaving: AsyncStream<Void>.Continuation?
    /// The server's reference to itself, which is needed because callbacks hold only its unretained address; `nil`
    /// while the server is closed.
    private var openSelf: WebServer?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Creates a web server without starting to listen.
    ///
    /// - Parameters:
    ///   - socketPaths: the paths of WebSockets. The value is true if the WebSocket's clients receive broadcasts.
    ///   - socketProtocol: the WebSocket subprotocol that clients may request.
    ///   - certificate: the certificate for encrypted connections; `nil` for plain connections.
    /// - Throws: an error if libsoup cannot create a server.
    package init(
        _ application: any WebApplication, on thread: GLibThread, socketPaths: [String: Bool], socketProtocol: String,
        limits: WebLimits = WebLimits(), certificate: ServerCertificate? = nil
    ) throws(LibraryError) {
        guard let made = Self.makeServer() else {
            throw LibraryError(domain: "dualcam", code: 3, message: "libsoup made no server")
        }
        owned = OwnedObject(taking: UnsafeMutableRawPointer(made).assumingMemoryBound(to: SoupServer.self))
        (self.application, self.thread, self.limits, self.certificate) = (application, thread, limits, certificate)
        failures = FailedPeers(limit: limits.failures)
        requests = RequestQueue(rate: limits.requests, upgrades: limits.upgrades)
        (self.socketPaths, self.socketProtocol) = (socketPaths, socketProtocol)
    }

    /// Creates a libsoup server that does not decode the paths of requests (`raw-paths`). They are decoded later;
    /// decoding them twice would change names that contain a `%`. The caller owns the server.
    private static func makeServer() -> UnsafeMutablePointer<GObject>? {
        var name = UnsafePointer<CChar>?(strdup("raw-paths"))
        var value = GValue()
        g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN, a macro with a cast
        g_value_set_boolean(&value, 1)
        defer {
            g_value_unset(&value)
            free(UnsafeMutablePointer(mutating: name))
        }
        return g_object_new_with_properties(soup_server_get_type(), 1, &name, &value)
    }

    private let socketPaths: [String: Bool]
    private let socketProtocol: String

    /// Returns true if a request opens a WebSocket that receives broadcasts.
    func acceptsBroadcasts(_ head: WebHead) -> Bool {
        socketPaths["/" + (head.segments ?? []).joined(separator: "/")] ?? false
    }

    var server: UnsafeMutablePointer<SoupServer> { owned.pointer }

    /// Starts to listen at an address. Returns the TCP port, or 0 for a Unix socket. Throws if the address cannot be
    /// bound (`g_socket_bind`).
    package func open(_ place: ListeningPlace) throws(LibraryError) -> UInt16 {
        let listener = try Listener(at: place)
        try prepare()
        openSelf = self
        self.listener = listener
        listener.start(self)
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                await pause(for: .seconds(1))
                await self?.tick()
            }
        }
        return listener.port
    }

    private func tick() {
        removeOverdue()
        // The listener stops itself when no file descriptors are left.
        listener?.start(self)
    }

    /// Closes the server: stops listening, closes every WebSocket after sending its queued messages, and ends all
    /// connections.
    package func close() async {
        guard let ticking else { return }
        self.ticking = nil
        defer { openSelf = nil }
        ticking.cancel()
        listener?.close()
        listener = nil
        for number in sockets.keys { hangUp(number) }
        await farewells()
        for number in connections.keys { remove(number) }
        soup_server_disconnect(server)
    }

    private func prepare() throws(LibraryError) {
        soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
        try addDeafListener()
        connectRequests(socketPaths: Array(socketPaths.keys))
        for path in socketPaths.keys { connectSockets(path, socketProtocol) }
    }

    /// Accepts up to 16 waiting clients. The limit ensures that connected clients are not delayed for long.
    func acceptArrivals() {
        guard let listener else { return }
        for _ in 0..<16 {
            switch listener.accept() {
            case .connection(let arrived):
                accept(arrived)
                g_object_unref(arrived)
            case .none: return
            case .noRoom:
                removeLongestIdle()
                return listener.stop()
            }
        }
    }

    /// Adds a listener that never receives clients to libsoup, because libsoup keeps connections open between requests
    /// only while it has a listener. The listener is one end of a socket pair, whose other end is closed.
    private func addDeafListener() throws(LibraryError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw LibraryError(domain: "dualcam", code: 5, message: String(cString: strerror(errno)))
        }
        defer { Glibc.close(ends[1]) }
        var error: UnsafeMutablePointer<GError>?
        guard let socket = g_socket_new_from_fd(ends[0], &error) else {
            Glibc.close(ends[0])
            throw LibraryError(takingError: error)
        }
        defer { g_object_unref(socket) }
        guard soup_server_listen_socket(server, socket, [], &error) != 0 else { throw LibraryError(takingError: error) }
    }

    /// Connects a callback to a signal of an object. The object must not outlive the server.
    func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(object, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil, [])
    }
}

/// Sending of response content in pieces. A piece is read only when the client has received the previous one. A slow
/// client therefore occupies the memory of only one piece, whatever the content's length.
extension WebServer {
    private typealias ChunkSignal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private static let piece: Int64 = 256 << 10

    /// The number of responses whose content is currently being sent in pieces.
    var sendings: Int { exchanges.values.count { $0.sending != nil } }

    /// Sets the head of a response whose content is then sent in pieces. The response to a HEAD request has the same
    /// head but no content.
    func prepare(_ content: WebContent, type: String, _ message: OpaquePointer) {
        let fields = soup_server_message_get_response_headers(message)
        soup_message_headers_replace(fields, "Content-Type", type)
        soup_message_headers_set_encoding(fields, .contentLength)
        soup_message_headers_set_content_length(fields, goffset(content.range.count))
        guard soup_server_message_get_method(message).map({ String(cString: $0) }) != "HEAD" else { return }
        soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
        exchanges[message]?.sending = content
        let written: ChunkSignal = { message, data in
            WebServer.enter(data, message) { server, message in
                guard let exchange = server.exchanges[message] else { return }
                server.connections[exchange.connection]?.deadline = .now + server.limits.answer
                server.sendNext(UncheckedTransfer(message), exchange.number)
            }
        }
        connect(UnsafeMutableRawPointer(message), "wrote-chunk", unsafeBitCast(written, to: GCallback.self))
    }

    /// Starts to read and send the next piece of a response's content, and returns true; returns false if no piece is
    /// left. Until the first piece is read, the message stays paused; libsoup itself waits for the others.
    @discardableResult
    func sendNext(_ key: UncheckedTransfer<OpaquePointer>, _ number: Int) -> Bool {
        guard let sending = exchanges[key.value]?.sending, !sending.range.isEmpty else { return false }
        let start = sending.range.lowerBound
        let end = min(sending.range.upperBound, start + Self.piece)
        exchanges[key.value]?.sending?.range = end..<sending.range.upperBound
        g_object_ref(UnsafeMutableRawPointer(key.value))
        Task {
            let bytes = await sending.source.bytes(at: start, count: Int(end - start))
            append(bytes?.count == Int(end - start) ? bytes : nil, to: key, number)
        }
        return true
    }

    /// Appends a piece of content to a response.
    /// - Parameter bytes: the piece; `nil` if the source has fewer bytes than the response's head declares. The
    ///   connection then ends, because the head was already sent and no other way exists to report the error to the
    ///   client.
    private func append(_ bytes: [UInt8]?, to key: UncheckedTransfer<OpaquePointer>, _ number: Int) {
        defer { g_object_unref(UnsafeMutableRawPointer(key.value)) }
        guard let exchange = exchanges[key.value], exchange.number == number else { return }
        guard let bytes else { return remove(exchange.connection) }
        bytes.withUnsafeBytes { raw in
            let piece = g_bytes_new(raw.baseAddress, gsize(raw.count))
            soup_message_body_append_bytes(soup_server_message_get_response_body(key.value), piece)
            g_bytes_unref(piece)
        }
        soup_server_message_unpause(key.value)
    }
}
