internal import CGStreamer

/// A message to a WebSocket client.
package enum SocketMessage: Sendable {
    case text(String)
    /// A binary message. Its bytes are shared by all recipients until libsoup copies them for each.
    case bytes([UInt8])

    var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    func send(to socket: OpaquePointer) {
        switch self {
        case .text(let text): soup_websocket_connection_send_text(socket, text)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { soup_websocket_connection_send_binary(socket, $0.baseAddress, gsize($0.count)) }
        }
    }
}

/// An open WebSocket of the web server.
struct OpenSocket {
    /// An owned reference to libsoup's WebSocket connection.
    let pointer: OpaquePointer
    let messages: AsyncStream<String>.Continuation
    /// The context object for the WebSocket's signal handlers, with which they find the connection.
    let link: ConnectionLink
    /// True if the WebSocket receives broadcasts.
    let isListener: Bool
    /// True if the WebSocket receives only the reduced broadcasts, because its client has fewer rights.
    let isReduced: Bool
    /// The broadcasts that were sent before the WebSocket's first message; `nil` once the first message has been sent.
    var early: [String]? = []
    /// The messages that have not been passed to libsoup yet, because the client currently accepts no more data.
    var waiting: [SocketMessage] = []
    var waitingBytes = 0
    /// The event source that fires when the WebSocket's client accepts more data; `nil` if no messages are waiting.
    var pump: UnsafeMutablePointer<GSource>?
    /// The time at which the WebSocket's client last sent anything, including a response to a ping.
    var heard = ContinuousClock.now
}

extension WebServer {
    /// Sends a text message to every WebSocket that receives broadcasts.
    ///
    /// - Parameter reduced: the message for clients with fewer rights (`seesLess`); `nil` to send them the same
    ///   message.
    package func broadcast(_ whole: String, reduced: String? = nil) {
        for number in sockets.keys where sockets[number]?.isListener == true {
            let text = sockets[number]?.isReduced == false ? whole : reduced ?? whole
            if sockets[number]?.early == nil {
                send(.text(text), to: number)
            } else {
                sockets[number]?.early?.append(text)
                if sockets[number]?.early?.count ?? 0 > limits.queue { drop(number) }
            }
        }
    }

    func begin(_ number: WebConnection.Number, with text: String) {
        guard let early = sockets[number]?.early else { return }
        sockets[number]?.early = nil
        for text in [text] + early { send(.text(text), to: number) }
    }

    /// Sends a message to a WebSocket, or queues it. Because libsoup's own queue is unlimited, a message is passed to
    /// libsoup only when the network socket accepts data.
    func send(_ message: SocketMessage, to number: WebConnection.Number) {
        guard let socket = sockets[number], let connection = connections[number], isOpen(socket) else { return }
        if socket.waiting.isEmpty, g_socket_condition_check(connection.socket, .out).contains(.out) {
            return message.send(to: socket.pointer)
        }
        sockets[number]?.waiting.append(message)
        sockets[number]?.waitingBytes += message.count
        guard socket.waiting.count < limits.queue, socket.waitingBytes + message.count <= limits.queueBytes else {
            return drop(number)
        }
        if socket.pump == nil { startPump(number, connection.socket) }
    }

    func send(_ messages: [(WebConnection.Number, SocketMessage)]) {
        for (number, message) in messages { send(message, to: number) }
    }

    /// Returns true if neither side has closed the WebSocket and its connection has not failed.
    private func isOpen(_ socket: OpenSocket) -> Bool {
        soup_websocket_connection_get_state(socket.pointer) == .open
    }

    private func startPump(_ number: WebConnection.Number, _ socket: UnsafeMutablePointer<GSocket>) {
        guard let source = g_socket_create_source(socket, .out, nil) else { return }
        let ready: GSocketSourceFunc = { _, _, data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            return link.server.assumeIsolated { $0.pump(link.number) } ? 1 : 0
        }
        ConnectionLink(self, number).attach(source, unsafeBitCast(ready, to: GSourceFunc.self))
        sockets[number]?.pump = source
        connections[number]?.deadline = .now + limits.stall
    }

    /// Sends one queued message of a WebSocket. Called each time the network socket accepts more data, because libsoup
    /// has then written the previous message. Returns true if more messages are waiting.
    private func pump(_ number: WebConnection.Number) -> Bool {
        guard let socket = sockets[number], let message = socket.waiting.first, isOpen(socket) else {
            return stopPump(number)
        }
        message.send(to: socket.pointer)
        sockets[number]?.waiting.removeFirst()
        sockets[number]?.waitingBytes -= message.count
        connections[number]?.deadline = .now + limits.stall
        return socket.waiting.count > 1 || stopPump(number)
    }

    private func stopPump(_ number: WebConnection.Number) -> Bool {
        connections[number]?.deadline = nil
        if let pump = sockets[number]?.pump { g_source_unref(pump) }
        sockets[number]?.pump = nil
        return false
    }

    private func drop(_ number: WebConnection.Number) { Self.removeSoon(ConnectionLink(self, number)) }

    func removeSilentSockets(at now: ContinuousClock.Instant) {
        for (number, socket) in sockets where now - socket.heard > limits.ping + limits.pong { remove(number) }
    }

    /// Closes a WebSocket. If the client does not close it as well, the connection is cut after 5 s.
    func hangUp(_ number: WebConnection.Number, _ code: SoupWebsocketCloseCode = .normal) {
        guard let socket = sockets[number] else { return }
        connections[number]?.deadline = .now + .seconds(5)
        guard isOpen(socket) else { return }
        soup_websocket_connection_close(socket.pointer, gushort(code.rawValue), nil)
    }

    /// The maximum time that the closing server waits for clients to close their WebSockets.
    private static let farewell = Duration.milliseconds(500)

    /// Waits until all clients have closed their WebSockets, for at most `farewell`. A client that has closed its
    /// WebSocket has received its last messages.
    func farewells() async {
        guard !sockets.isEmpty else { return }
        let (gone, leaving) = AsyncStream<Void>.makeStream()
        self.leaving = leaving
        let limit = Task {
            await pause(for: Self.farewell)
            leaving.finish()
        }
        for await _ in gone {}
        limit.cancel()
    }

    // MARK: Clients
    private typealias TextSignal =
        @convention(c) (OpaquePointer?, CInt, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private typealias PongSignal = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private typealias EndSignal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    func connectSockets(_ path: String, _ name: String) {
        var names: [UnsafeMutablePointer<CChar>?] = [g_strdup(name), nil]
        defer { g_free(names[0]) }
        soup_server_add_websocket_handler(
            server, path, nil, &names,
            { _, message, _, socket, data in
                guard let socket = socket.map(UncheckedTransfer.init) else { return }
                WebServer.enter(data, message) { $0.open(socket.value, $1) }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func open(_ pointer: OpaquePointer, _ message: OpaquePointer) {
        guard let number = connection(of: message) else { return }
        connections[number]?.phase = .socket
        connections[number]?.deadline = nil
        connections[number]?.meter.rest = Self.mostOfARequest
        connections[number]?.meter.heads.stop()
        g_object_ref(UnsafeMutableRawPointer(pointer))
        soup_websocket_connection_set_max_incoming_payload_size(pointer, guint64(limits.body))
        soup_websocket_connection_set_keepalive_interval(pointer, guint(limits.ping.components.seconds))
        let (messages, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingOldest(limits.unanswered))
        let link = ConnectionLink(self, number)
        let head = head(of: message)
        sockets[number] = OpenSocket(
            pointer: pointer, messages: continuation, link: link, isListener: acceptsBroadcasts(head),
            isReduced: application.seesLess(head))
        let heard: TextSignal = { _, kind, bytes, data in
            guard let bytes = bytes.map(UncheckedTransfer.init), let link = ConnectionLink.of(data) else { return }
            link.server.assumeIsolated { $0.hear(link.number, kind, bytes.value) }
        }
        let ended: EndSignal = { _, data in
            if let link = ConnectionLink.of(data) { WebServer.removeSoon(link) }
        }
        let answered: PongSignal = { _, _, data in
            guard let link = ConnectionLink.of(data) else { return }
            link.server.assumeIsolated { $0.sockets[link.number]?.heard = .now }
        }
        connect(pointer, "message", unsafeBitCast(heard, to: GCallback.self), link)
        connect(pointer, "pong", unsafeBitCast(answered, to: GCallback.self), link)
        connect(pointer, "closed", unsafeBitCast(ended, to: GCallback.self), link)
        let socket = WebSocket(head: head, messages: messages, number: number, server: self)
        Task { [application] in
            await application.converse(over: socket)
            hangUp(number)
        }
    }

    private func connect(_ socket: OpaquePointer, _ signal: String, _ callback: GCallback, _ link: ConnectionLink) {
        g_signal_connect_data(
            UnsafeMutableRawPointer(socket), signal, callback, link.retained, { link, _ in releaseContext(link) }, [])
    }

    private func hear(_ number: WebConnection.Number, _ kind: CInt, _ bytes: OpaquePointer) {
        connections[number]?.meter.rest = Self.mostOfARequest
        sockets[number]?.heard = .now
        guard kind == CInt(SoupWebsocketDataType.text.rawValue) else { return hangUp(number, .unsupportedData) }
        guard connections[number]?.requests.admit(at: .now) ?? false else { return hangUp(number, .policyViolation) }
        let text = String(decoding: [UInt8](bytes), as: UTF8.self)
        if case .dropped = sockets[number]?.messages.yield(text) { hangUp(number, .policyViolation) }
    }

    /// Releases the WebSocket of a connection; does nothing if the connection has none.
    func endSocket(_ number: WebConnection.Number) {
        guard let socket = sockets.removeValue(forKey: number) else { return }
        if sockets.isEmpty { leaving?.finish() }
        socket.messages.finish()
        if let pump = socket.pump {
            g_source_destroy(pump)
            g_source_unref(pump)
        }
        g_signal_handlers_disconnect_matched(
            UnsafeMutableRawPointer(socket.pointer), .data, 0, 0, nil, nil,
            Unmanaged.passUnretained(socket.link).toOpaque())
        g_object_unref(UnsafeMutableRawPointer(socket.pointer))
    }
}
