internal import CGStreamer
package import GStreamer
private import Glibc

/// An HTTP and WebSocket server (`SoupServer`) that accepts its connections itself, so that their number, their pace and their
/// patience have limits.
///
/// It serves until `close`.
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
    /// TLS handshakes that threads are busy with.
    var handshakes = 0
    /// Somebody waits for a handshake that takes long.
    var looksForLate = false
    var exchanges: [OpaquePointer: WebExchange] = [:]
    var sockets: [WebConnection.Number: OpenSocket] = [:]
    var nextNumber = 0
    var requests: RequestQueue
    /// Ends when the last WebSocket is gone.
    var leaving: AsyncStream<Void>.Continuation?
    /// Callbacks know the server by its bare address: it stays until they can come no more. `nil`: it is not open.
    private var openSelf: WebServer?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - socketPaths: The paths that are upgraded to WebSockets, each with whether those get what is broadcast.
    ///   - socketProtocol: The WebSocket protocol that clients may name.
    ///   - certificate: Connections are encrypted; `nil`: they are not.
    /// - Throws: GObject's reason for making no server.
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

    /// Makes a server that leaves paths as clients send them (`raw-paths`): libsoup would undo their percent-encoding, and undoing it a
    /// second time changes names that have a `%` of their own. Transfer full.
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

    /// True for a request to a WebSocket that gets what is broadcast.
    func acceptsBroadcasts(_ head: WebHead) -> Bool {
        socketPaths["/" + (head.segments ?? []).joined(separator: "/")] ?? false
    }

    var server: UnsafeMutablePointer<SoupServer> { owned.pointer }

    /// Begins to listen; the TCP port that it is, 0 for a Unix socket. Throws when the place cannot be had (`g_socket_bind`).
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
        // It stops where there are no descriptors left.
        listener?.start(self)
    }

    /// Listens no more, says goodbye to every WebSocket behind what was sent to it, and cuts all connections.
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

    /// Takes those that have come, a few at a time: whoever is connected already waits no longer than for these.
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

    /// libsoup keeps a connection for another request only while it has a listener. This one is the end of a pair whose other end
    /// is closed: it takes connections from nobody.
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

    /// Connects a signal of an object that lives no longer than the server.
    func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(object, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil, [])
    }
}

/// Content is read a piece at a time, and the next piece only when the client has taken the one before: a slow client holds one
/// piece of it in memory, whatever its length.
extension WebServer {
    private typealias ChunkSignal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private static let piece: Int64 = 256 << 10

    /// Responses whose content is on its way.
    var sendings: Int { exchanges.values.count { $0.sending != nil } }

    /// Writes the head of a response whose content follows. HEAD gets the same head, and no content.
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
                server.sendNext(Handed(message), exchange.number)
            }
        }
        connect(UnsafeMutableRawPointer(message), "wrote-chunk", unsafeBitCast(written, to: GCallback.self))
    }

    /// Reads the next piece. libsoup waits for it by itself, but not for the first one. False: there is none.
    @discardableResult
    func sendNext(_ key: Handed<OpaquePointer>, _ number: Int) -> Bool {
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

    /// - Parameter bytes: `nil`: there are not as many as the head says, and the connection is all that can tell it.
    private func append(_ bytes: [UInt8]?, to key: Handed<OpaquePointer>, _ number: Int) {
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
