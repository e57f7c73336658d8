internal import CGStreamer
private import Glibc

/// One client's connection, which the server owns from its arrival to its end, whatever libsoup does with it.
struct WebConnection {
    typealias Number = Int

    /// The phase says what the connection waits for.
    enum Phase {
        /// The whole beginning of a TLS handshake.
        case hello
        /// The turn of its TLS handshake.
        case turn
        /// The end of its TLS handshake, which a thread of GLib's makes.
        case handshake
        case request
        /// The application's answer, or the client that takes it.
        case answer
        case socket
    }

    let number: Number
    let peer: Peer
    /// A reference of its own, so that the connection can be cut whatever libsoup is doing with it.
    let socket: UnsafeMutablePointer<GSocket>
    /// A reference: the TCP or Unix connection, or TLS over it.
    var stream: UnsafeMutablePointer<GIOStream>
    /// The address by which libsoup's messages tell whose they are; no other connection has it.
    let address: UnsafeMutablePointer<GSocketAddress>
    let meter: InputMeter
    var phase = Phase.request
    /// True when it has shown that it may speak.
    var isKnown = false
    /// Its arrival, or the end of its last request; the beginning of its TLS handshake.
    var waitsSince: ContinuousClock.Instant
    /// A reference: libsoup's first message, by which the connection is taken back from it. `nil`: libsoup has never had it.
    var handle: OpaquePointer?
    /// Its newest request, by which it is known in `exchanges`.
    var message: OpaquePointer?
    /// The instant at which the connection is ended; `nil`: never.
    var deadline: ContinuousClock.Instant?
    var requests: RateLimit
    /// Sees the end of the socket while nobody reads, and the coming of a TLS handshake.
    var watches: [UnsafeMutablePointer<GSource>] = []

    /// No request of it is under way.
    var isIdle: Bool { phase != .answer && phase != .socket }

    /// Gives back all that the connection holds. Not called by libsoup: a connection that libsoup is at work with cannot be taken
    /// from it.
    ///
    /// - Parameter isPolite: True to send first what was written.
    func end(isPolite: Bool) {
        for watch in watches {
            g_source_destroy(watch)
            g_source_unref(watch)
        }
        // TLS says goodbye with a call that blocks where the client takes nothing.
        if !isPolite || !g_socket_condition_check(socket, .out).contains(.out) { g_socket_shutdown(socket, 1, 1, nil) }
        reclaim()
        // The thread of a handshake still uses the socket; it sees its end now and gives it back itself.
        if phase != .handshake {
            g_io_stream_close(stream, nil, nil)
            g_socket_close(socket, nil)
        }
        g_object_unref(stream)
        g_object_unref(socket)
        g_object_unref(address)
    }

    private func reclaim() {
        guard let handle else { return }
        // libsoup 3.2 counts wrongly where a connection is taken from it after it has closed it or made it a WebSocket.
        if phase != .socket, !meter.isClosed, let stream = soup_server_message_steal_connection(handle) {
            g_object_unref(stream)
        }
        g_object_unref(UnsafeMutableRawPointer(handle))
    }
}

/// The connections that are there, by number and by the address that libsoup knows them by, and how many each peer has.
struct ConnectionTable {
    private var all: [WebConnection.Number: WebConnection] = [:]
    private var numbers: [UnsafeMutableRawPointer: WebConnection.Number] = [:]
    private var peers: [Peer: Int] = [:]

    var count: Int { all.count }
    var keys: [WebConnection.Number] { Array(all.keys) }
    var values: [WebConnection] { Array(all.values) }

    /// One that is there, to be changed.
    subscript(number: WebConnection.Number) -> WebConnection? {
        get { all[number] }
        _modify { yield &all[number] }
    }

    func number(at address: UnsafeMutablePointer<GSocketAddress>) -> WebConnection.Number? {
        numbers[UnsafeMutableRawPointer(address)]
    }

    func count(of peer: Peer) -> Int { peers[peer] ?? 0 }

    mutating func insert(_ connection: WebConnection) {
        all[connection.number] = connection
        numbers[UnsafeMutableRawPointer(connection.address)] = connection.number
        peers[connection.peer, default: 0] += 1
    }

    mutating func remove(_ number: WebConnection.Number) -> WebConnection? {
        guard let connection = all.removeValue(forKey: number) else { return nil }
        numbers[UnsafeMutableRawPointer(connection.address)] = nil
        let left = count(of: connection.peer) - 1
        peers[connection.peer] = left > 0 ? left : nil
        return connection
    }
}

/// The peer whose connections are counted together: an IPv4 address, half of an IPv6 address, or the one user of a Unix socket.
struct Peer: Hashable {
    let bytes: [UInt8]
    /// All users of this machine share the address.
    let isLocal: Bool

    init(of connection: UnsafeMutablePointer<GSocketConnection>) {
        let remote = g_socket_connection_get_remote_address(connection, nil)
        defer { if let remote { g_object_unref(remote) } }
        guard let remote, g_socket_address_get_family(remote) != .unix,
            let address = g_inet_socket_address_get_address(
                UnsafeMutableRawPointer(remote).assumingMemoryBound(to: GInetSocketAddress.self)),
            let first = g_inet_address_to_bytes(address)
        else {
            self.init(bytes: [], isLocal: true)
            return
        }
        self.init(
            address: [UInt8](UnsafeBufferPointer(start: first, count: Int(g_inet_address_get_native_size(address)))))
    }

    private init(bytes: [UInt8], isLocal: Bool) { (self.bytes, self.isLocal) = (bytes, isLocal) }

    /// - Parameter address: The 4 or 16 bytes of an IP address.
    init(address: [UInt8]) {
        let isMapped = address.count == 16 && address.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let isIPv6 = address.count == 16 && !isMapped
        let isLoopback = isIPv6 ? address == [UInt8](repeating: 0, count: 15) + [1] : address.suffix(4).first == 127
        self.init(bytes: isIPv6 ? Array(address.prefix(8)) : Array(address.suffix(4)), isLocal: isLoopback)
    }
}

/// A link tells which connection a callback is about.
final class ConnectionLink: CallbackContext, Sendable {
    let server: WebServer
    let number: WebConnection.Number

    init(_ server: WebServer, _ number: WebConnection.Number) { (self.server, self.number) = (server, number) }

    /// Makes `source` call `body` on the server's thread until that returns `false`, and starts it.
    func attach(_ source: UnsafeMutablePointer<GSource>, _ callback: GSourceFunc?) {
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(source, callback, retained, { releaseContext($0) })
        g_source_attach(source, g_main_context_get_thread_default())
    }
}

/// A value that C has handed over, on its way into the actor, or back to it.
struct Handed<Value>: @unchecked Sendable {
    // Invariant: made and used on the server's thread only; of a message that is kept for later a reference is held.
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

/// Makes an object with properties (`g_object_new_with_properties`): an object each, or with `nil` the type's own nothing. Transfer
/// full.
func makeObject(
    _ type: GType, _ properties: [(name: String, type: GType, value: UnsafeMutableRawPointer?)]
) -> UnsafeMutablePointer<GObject>? {
    var names = properties.map { UnsafePointer<CChar>?(strdup($0.name)) }
    var values = properties.map { property in
        var value = GValue()
        g_value_init(&value, property.type)
        if let object = property.value { g_value_set_object(&value, object) }
        return value
    }
    defer {
        for index in values.indices {
            g_value_unset(&values[index])
            free(UnsafeMutablePointer(mutating: names[index]))
        }
    }
    return g_object_new_with_properties(type, guint(names.count), &names, &values)
}
