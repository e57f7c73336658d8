internal import CGStreamer

/// One client's connection, from its arrival until libsoup has let go of it.
struct WebConnection {
    typealias Number = Int

    /// What the connection waits for.
    enum Phase {
        /// The TLS handshake or a request.
        case request
        /// The application's answer, or the client that takes it.
        case answer
        case socket
    }

    let number: Number
    /// A reference of its own, so that the connection can be cut whatever libsoup is doing with it.
    let socket: UnsafeMutablePointer<GSocket>
    /// By which libsoup's messages tell whose they are: an address that no other connection has.
    let peer: UnsafeMutablePointer<GSocketAddress>
    let meter: InputMeter
    var phase = Phase.request
    /// Its arrival, or the end of its last request.
    var waitsSince: ContinuousClock.Instant
    /// Its newest request, by which it is known in `exchanges`.
    var message: OpaquePointer?
    /// When the connection is cut; `nil`: never.
    var deadline: ContinuousClock.Instant?
    var requests: RateLimit

    /// Ends both directions: libsoup reads an end and lets go.
    func cut() { g_socket_shutdown(socket, 1, 1, nil) }

    func release() {
        g_object_unref(socket)
        g_object_unref(peer)
    }
}

/// Tells the server, from whatever thread, that libsoup has let go of a connection.
final class ConnectionTag: Sendable {
    private let server: WebServer
    private let number: WebConnection.Number

    init(_ server: WebServer, _ number: WebConnection.Number) { (self.server, self.number) = (server, number) }

    deinit {
        let (server, number) = (server, number)
        Task { await server.forget(number) }
    }
}

/// A reference that lives as long as a GObject does.
enum Attachment {
    static func attach(_ owned: AnyObject, to object: UnsafeMutablePointer<GObject>, as key: String) {
        g_object_set_data_full(
            object, key, Unmanaged.passRetained(owned).toOpaque(),
            { owned in if let owned { Unmanaged<AnyObject>.fromOpaque(owned).release() } })
    }
}

/// What C hands over on the server's thread, on its way into the actor, which runs there.
struct Handed<Value>: @unchecked Sendable {
    // Invariant: made in a callback on the server's thread and used there at once.
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A reference to a GObject that a server works with.
final class OwnedObject<Kind>: @unchecked Sendable {
    // Invariant: `pointer` never changes, its count is atomic, and it is used on the server's thread only.
    let pointer: UnsafeMutablePointer<Kind>

    init(taking pointer: UnsafeMutablePointer<Kind>) { self.pointer = pointer }

    deinit { g_object_unref(pointer) }
}
