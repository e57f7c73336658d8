internal import CGStreamer
internal import GStreamer
private import Glibc

/// A listening socket that accepts connections from clients. Used only on its server's thread.
final class Listener {
    enum Arrival {
        /// A client has connected; the value is an owned reference to the connection.
        case connection(UnsafeMutablePointer<GSocketConnection>)
        /// There is no connection to accept: no client is waiting, or the waiting client has disconnected.
        case none
        /// No client can be accepted, because this process has no file descriptors left.
        case noRoom
    }

    /// The TCP port on which the socket listens; 0 for a Unix socket.
    let port: UInt16
    private let socket: UnsafeMutablePointer<GSocket>
    private var source: UnsafeMutablePointer<GSource>?

    /// Creates a socket that listens at an address. Throws if the address is invalid or cannot be bound.
    init(at place: ListeningPlace) throws(LibraryError) {
        guard let address = place.socketAddress() else {
            throw LibraryError(domain: "dualcam", code: 4, message: "that is not an address")
        }
        defer { g_object_unref(address) }
        var error: UnsafeMutablePointer<GError>?
        guard let socket = g_socket_new(g_socket_address_get_family(address), .stream, .default, &error) else {
            throw LibraryError(takingError: error)
        }
        self.socket = socket
        g_socket_set_blocking(socket, 0)
        // Clients wait in this queue if many connect at once. If the queue is full, a client's connection attempt is
        // ignored, and the client repeats it after a second or more.
        g_socket_set_listen_backlog(socket, 4096)
        guard g_socket_bind(socket, address, 1, &error) != 0 else {
            port = 0
            throw LibraryError(takingError: error)
        }
        guard case .tcp = place else {
            port = 0
            if case .socket(let path) = place { chmod(path, 0o600) }
            try Self.listen(socket)
            return
        }
        // The kernel reports a connection only once the client has sent data, or after 10 s (tcp(7)). Many silent
        // clients therefore do not delay the others.
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_DEFER_ACCEPT, 10, nil)
        let own = g_socket_get_local_address(socket, nil)
        defer { if let own { g_object_unref(own) } }
        port =
            own.map {
                g_inet_socket_address_get_port(
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: GInetSocketAddress.self))
            } ?? 0
        try Self.listen(socket)
    }

    deinit { g_object_unref(socket) }

    private static func listen(_ socket: UnsafeMutablePointer<GSocket>) throws(LibraryError) {
        var error: UnsafeMutablePointer<GError>?
        guard g_socket_listen(socket, &error) != 0 else { throw LibraryError(takingError: error) }
    }

    /// Calls the server's `acceptArrivals` whenever clients are waiting, until `stop` is called.
    func start(_ server: WebServer) {
        guard source == nil, let source = g_socket_create_source(socket, .in, nil) else { return }
        self.source = source
        let came: GSocketSourceFunc = { _, _, data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            link.server.assumeIsolated { $0.acceptArrivals() }
            return 1
        }
        ConnectionLink(server, 0).attach(source, unsafeBitCast(came, to: GSourceFunc.self))
    }

    /// Stops accepting clients. New clients wait until the next `start`.
    func stop() {
        guard let source else { return }
        g_source_destroy(source)
        g_source_unref(source)
        self.source = nil
    }

    func close() {
        stop()
        g_socket_close(socket, nil)
    }

    func accept() -> Arrival {
        var error: UnsafeMutablePointer<GError>?
        guard let arrived = g_socket_accept(socket, nil, &error) else {
            defer { if let error { g_error_free(error) } }
            return Self.isFull(error) ? .noRoom : .none
        }
        defer { g_object_unref(arrived) }
        return g_socket_connection_factory_create_connection(arrived).map { .connection($0) } ?? .none
    }

    private static func isFull(_ error: UnsafeMutablePointer<GError>?) -> Bool {
        g_error_matches(error, g_io_error_quark(), CInt(GIOErrorEnum.tooManyOpenFiles.rawValue)) != 0
    }
}
