internal import CGStreamer
public import GStreamer
private import Glibc

/// An HTTP and WebSocket server (`SoupServer`) that accepts its connections itself, so that their number, their pace and their
/// patience have limits.
///
/// It serves until `close`.
public actor WebServer {
    private let thread: GLibThread
    let application: any WebApplication
    let limits: WebLimits
    private let owned: (server: OwnedObject<SoupServer>, service: OwnedObject<GSocketService>)
    private let certificate: ServerCertificate?
    private var ticking: Task<Void, Never>?

    var connections: [WebConnection.Number: WebConnection] = [:]
    /// Connections by the address that libsoup knows them by.
    var peers: [UnsafeMutableRawPointer: WebConnection.Number] = [:]
    var exchanges: [OpaquePointer: WebExchange] = [:]
    var sockets: [WebConnection.Number: OpenSocket] = [:]
    var nextNumber = 0
    var requests: RateLimit
    private var arrivals: RateLimit
    /// Bytes of responses on their way.
    var responseBytes = 0
    private var isOpen = false
    /// Ends when the last WebSocket is gone.
    var leaving: AsyncStream<Void>.Continuation?
    /// Callbacks know the server by its bare address: it stays until they can come no more.
    private var openSelf: WebServer?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - socketPath: The path that is upgraded to a WebSocket.
    ///   - socketProtocol: The WebSocket protocol that clients may name.
    ///   - certificate: Connections are encrypted; `nil`: they are not.
    /// - Throws: GObject's reason for making no server.
    public init(
        _ application: any WebApplication, on thread: GLibThread, socketPath: String, socketProtocol: String,
        limits: WebLimits = WebLimits(), certificate: ServerCertificate? = nil
    ) throws(LibraryError) {
        guard let made = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
            throw LibraryError(domain: "dualcam", code: 3, message: "libsoup made no server")
        }
        owned = (
            OwnedObject(taking: UnsafeMutableRawPointer(made).assumingMemoryBound(to: SoupServer.self)),
            OwnedObject(taking: g_socket_service_new())
        )
        (self.application, self.thread, self.limits, self.certificate) = (application, thread, limits, certificate)
        (requests, arrivals) = (limits.requests, limits.arrivals)
        route = (socketPath, socketProtocol)
    }

    private let route: (path: String, protocol: String)
    var server: UnsafeMutablePointer<SoupServer> { owned.server.pointer }
    private var service: UnsafeMutablePointer<GSocketService> { owned.service.pointer }

    /// Begins to listen; the TCP port that it is, 0 for a Unix socket. Throws when the place cannot be had
    /// (`g_socket_listener_add_address`).
    public func open(_ place: ListeningPlace) throws(LibraryError) -> UInt16 {
        guard let address = place.socketAddress() else {
            throw LibraryError(domain: "dualcam", code: 4, message: "that is no address")
        }
        defer { g_object_unref(address) }
        var effective: UnsafeMutablePointer<GSocketAddress>?
        var error: UnsafeMutablePointer<GError>?
        let listener = UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self)
        g_socket_listener_set_backlog(listener, 128)
        guard g_socket_listener_add_address(listener, address, .stream, .default, nil, &effective, &error) != 0 else {
            throw LibraryError(reading: error)
        }
        defer { if let effective { g_object_unref(effective) } }
        if case .socket(let path) = place { chmod(path, 0o600) }
        try listen()
        guard case .tcp = place, let effective else { return 0 }
        let inet = UnsafeMutableRawPointer(effective).assumingMemoryBound(to: GInetSocketAddress.self)
        return g_inet_socket_address_get_port(inet)
    }

    /// Listens no more, says goodbye to every WebSocket behind what was sent to it, and cuts all connections.
    public func close() async {
        guard isOpen else { return }
        isOpen = false
        defer { openSelf = nil }
        ticking?.cancel()
        g_socket_service_stop(service)
        g_socket_listener_close(UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self))
        g_signal_handlers_disconnect_matched(service, .data, 0, 0, nil, nil, Unmanaged.passUnretained(self).toOpaque())
        for number in sockets.keys { hangUp(number) }
        await farewells()
        soup_server_disconnect(server)
        for connection in connections.values { connection.cut() }
    }

    private func listen() throws(LibraryError) {
        soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
        try addDeafListener()
        connectRequests(socketPath: route.path)
        connectSockets(route.path, route.protocol)
        let arrived:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<GSocketConnection>?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?
            ) -> gboolean = { _, connection, _, data in
                guard let connection = connection.map(Handed.init), let data else { return 0 }
                Unmanaged<WebServer>.fromOpaque(data).takeUnretainedValue().assumeIsolated { $0.take(connection.value) }
                return 1
            }
        connect(service, "incoming", unsafeBitCast(arrived, to: GCallback.self))
        g_socket_service_start(service)
        isOpen = true
        openSelf = self
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                await self?.cutOverdue()
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
            throw LibraryError(reading: error)
        }
        defer { g_object_unref(socket) }
        guard soup_server_listen_socket(server, socket, [], &error) != 0 else { throw LibraryError(reading: error) }
    }

    /// Connects a signal of an object that lives no longer than the server.
    func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(object, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil, [])
    }
}

// MARK: Connections
extension WebServer {
    private func take(_ arrived: UnsafeMutablePointer<GSocketConnection>) {
        let now = ContinuousClock.now
        guard isOpen, arrivals.admit(at: now), makeRoom(at: now), let socket = g_socket_connection_get_socket(arrived),
            let peer = ListeningPlace.tcp(address: "127.0.0.1", port: 1).socketAddress()
        else { return }
        g_socket_set_keepalive(socket, 1)
        // Ignored by Unix sockets. A head and its body are written one after the other: the second must not wait for the first's
        // receipt, and where there is no answer of the other machine for as long, the connection is lost.
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, 20_000, nil)
        nextNumber += 1
        connections[nextNumber] = WebConnection(
            number: nextNumber, socket: g_object_ref(socket).assumingMemoryBound(to: GSocket.self), peer: peer,
            meter: InputMeter(Self.mostOfARequest), waitsSince: now, deadline: now + limits.first,
            requests: limits.requestsOfOne)
        peers[UnsafeMutableRawPointer(peer)] = nextNumber
        let stream = UnsafeMutableRawPointer(arrived).assumingMemoryBound(to: GIOStream.self)
        Attachment.attach(ConnectionTag(self, nextNumber), to: &stream.pointee.parent_instance, as: "dualcam-tag")
        if let certificate { encrypt(stream, with: certificate, nextNumber) } else { admit(stream, nextNumber) }
    }

    /// The head may take 64 KiB (libsoup's limit), and so may the body.
    static let mostOfARequest = 256 << 10

    /// Where all places are taken, the client that has longest not said what it wants leaves.
    private func makeRoom(at now: ContinuousClock.Instant) -> Bool {
        guard connections.count >= limits.connections else { return true }
        let idle = connections.values.filter { $0.phase == .request && now - $0.waitsSince > .seconds(1) }
        guard let oldest = idle.min(by: { $0.waitsSince < $1.waitsSince }) else { return false }
        oldest.cut()
        // The place is free once libsoup has let go; until then a few more may come.
        return connections.count < limits.connections + 32
    }

    private func encrypt(
        _ stream: UnsafeMutablePointer<GIOStream>, with certificate: ServerCertificate, _ number: WebConnection.Number
    ) {
        guard let tls = g_tls_server_connection_new(stream, certificate.pointer, nil) else {
            connections[number]?.cut()
            return
        }
        defer { g_object_unref(tls) }
        let connection = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GTlsConnection.self)
        let handshake = Handshake(self, number)
        g_tls_connection_handshake_async(
            connection, G_PRIORITY_DEFAULT, nil,
            { tls, result, data in
                guard let tls, let data else { return }
                let handshake = Unmanaged<Handshake>.fromOpaque(data).takeRetainedValue()
                let outcome = Handed((tls, result))
                handshake.server.assumeIsolated {
                    $0.finish(handshake.number, outcome.value.0, outcome.value.1)
                }
            }, Unmanaged.passRetained(handshake).toOpaque())
    }

    private func finish(
        _ number: WebConnection.Number, _ tls: UnsafeMutablePointer<GObject>, _ result: OpaquePointer?
    ) {
        let connection = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GTlsConnection.self)
        guard isOpen, connections[number] != nil, g_tls_connection_handshake_finish(connection, result, nil) != 0
        else {
            connections[number]?.cut()
            return
        }
        admit(UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GIOStream.self), number)
    }

    /// Hands a connection to libsoup.
    private func admit(_ stream: UnsafeMutablePointer<GIOStream>, _ number: WebConnection.Number) {
        guard let connection = connections[number],
            let input = MeteredInput.make(over: g_io_stream_get_input_stream(stream), connection.meter),
            let metered = g_simple_io_stream_new(input, g_io_stream_get_output_stream(stream))
        else { return }
        g_object_unref(input)
        defer { g_object_unref(metered) }
        // The socket is closed when its connection object goes.
        g_object_set_data_full(
            &metered.pointee.parent_instance, "dualcam-base", g_object_ref(stream), { g_object_unref($0) })
        if soup_server_accept_iostream(server, metered, connection.peer, connection.peer, nil) == 0 { connection.cut() }
    }

    func forget(_ number: WebConnection.Number) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        peers[UnsafeMutableRawPointer(connection.peer)] = nil
        // libsoup says no end of a request that never had a whole head.
        if let message = connection.message, exchanges[message]?.connection == number {
            responseBytes -= exchanges.removeValue(forKey: message)?.bytes ?? 0
        }
        connection.release()
    }

    private func cutOverdue() {
        let now = ContinuousClock.now
        for connection in connections.values {
            if let deadline = connection.deadline, deadline < now { connection.cut() }
        }
    }

    /// Connections now.
    public var connectionCount: Int { connections.count }
}

/// Which connection a TLS handshake belongs to.
private final class Handshake: Sendable {
    let server: WebServer
    let number: WebConnection.Number

    init(_ server: WebServer, _ number: WebConnection.Number) { (self.server, self.number) = (server, number) }
}
