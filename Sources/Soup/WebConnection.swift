internal import CGStreamer
private import Glibc

/// A client's connection to the server. The server owns the connection until it ends, even while libsoup uses it.
struct WebConnection {
    typealias Number = Int

    /// The phases of a connection. Each is named after the event that the connection waits for.
    enum Phase {
        /// The connection waits for the complete first record of a TLS handshake.
        case hello
        /// The connection waits until the server starts its TLS handshake; only a limited number run at a time.
        case turn
        /// The connection waits until its TLS handshake, which a GLib thread performs, has finished.
        case handshake
        case request
        /// A request is in progress: the application is preparing the response, or the client is receiving it.
        case answer
        case socket
    }

    let number: Number
    let peer: Peer
    /// A reference to the connection's socket, with which the server can cut the connection even while libsoup uses it.
    let socket: UnsafeMutablePointer<GSocket>
    /// A reference to the TCP or Unix connection, or to the TLS connection over it.
    var stream: UnsafeMutablePointer<GIOStream>
    /// The unique address by which libsoup's messages identify this connection.
    let address: UnsafeMutablePointer<GSocketAddress>
    let meter: InputMeter
    var phase = Phase.request
    /// True if the client has sent an authorised request.
    var isKnown = false
    /// The time from which the connection's timeout counts: when it arrived, its last request ended, or its TLS
    /// handshake began.
    var waitsSince: ContinuousClock.Instant
    /// A reference to libsoup's first message of the connection, with which the server takes the connection back from
    /// libsoup. `nil` if the connection was never passed to libsoup.
    var handle: OpaquePointer?
    /// The libsoup message of the connection's newest request; the key of its exchange in `WebServer.exchanges`.
    var message: OpaquePointer?
    /// The time at which the server ends the connection; `nil` if the connection has no time limit.
    var deadline: ContinuousClock.Instant?
    var requests: RateLimit
    /// The event sources that detect the first bytes of a TLS handshake, and a disconnection while no data is being
    /// read.
    var watches: [UnsafeMutablePointer<GSource>] = []

    /// True if no request of the connection is in progress.
    var isIdle: Bool { phase != .answer && phase != .socket }

    /// Ends the connection and releases everything that it holds. Must not be called from within libsoup, because a
    /// connection in use cannot be taken back from it.
    ///
    /// - Parameter isPolite: true to send queued data before the connection ends.
    func end(isPolite: Bool) {
        for watch in watches {
            g_source_destroy(watch)
            g_source_unref(watch)
        }
        // TLS sends its close notification with a call that blocks while the client does not read.
        if !isPolite || !g_socket_condition_check(socket, .out).contains(.out) { g_socket_shutdown(socket, 1, 1, nil) }
        reclaim()
        // The handshake's thread still uses the socket. It notices the shutdown and closes the socket itself.
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
        // libsoup 3.2 miscounts its connections if one is stolen from it that it has already closed or turned into a
        // WebSocket.
        if phase != .socket, !meter.isClosed, let stream = soup_server_message_steal_connection(handle) {
            g_object_unref(stream)
        }
        g_object_unref(UnsafeMutableRawPointer(handle))
    }
}

/// The table of open connections. Finds a connection by its number or by the address that libsoup uses, and counts the
/// connections of each peer.
struct ConnectionTable {
    private var all: [WebConnection.Number: WebConnection] = [:]
    private var numbers: [UnsafeMutableRawPointer: WebConnection.Number] = [:]
    private var peers: [Peer: Int] = [:]

    var count: Int { all.count }
    var keys: [WebConnection.Number] { Array(all.keys) }
    var values: [WebConnection] { Array(all.values) }

    /// The open connection with this number, for reading and changing; `nil` if there is none.
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

/// The origin of connections that are counted together: an IPv4 address, the first half of an IPv6 address, or a Unix
/// socket, which has a single user.
struct Peer: Hashable {
    let bytes: [UInt8]
    /// True for an address that all users of this machine share, such as a loopback address.
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

    /// Creates the peer of an IP address.
    /// - Parameter address: the 4 or 16 bytes of the IP address.
    init(address: [UInt8]) {
        let isMapped = address.count == 16 && address.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let isIPv6 = address.count == 16 && !isMapped
        let isLoopback = isIPv6 ? address == [UInt8](repeating: 0, count: 15) + [1] : address.suffix(4).first == 127
        self.init(bytes: isIPv6 ? Array(address.prefix(8)) : Array(address.suffix(4)), isLocal: isLoopback)
    }
}

/// The context object with which a C callback finds the connection that it belongs to.
final class ConnectionLink: CallbackContext, Sendable {
    let server: WebServer
    let number: WebConnection.Number

    init(_ server: WebServer, _ number: WebConnection.Number) { (self.server, self.number) = (server, number) }

    /// Attaches an event source that calls `callback` on the server's thread until `callback` returns 0.
    func attach(_ source: UnsafeMutablePointer<GSource>, _ callback: GSourceFunc?) {
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(source, callback, retained, { releaseContext($0) })
        g_source_attach(source, g_main_context_get_thread_default())
    }
}

/// A wrapper that passes a value without concurrency checks from C code to the server's actor, or back.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    // Invariant: made and used on the server's thread only; a message that is kept for later is retained.
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// An owner of one reference to a GObject, which is released when this object is.
final class OwnedObject<Kind>: @unchecked Sendable {
    // Invariant: `pointer` never changes, its reference count is atomic, and it is used on the server's thread only.
    let pointer: UnsafeMutablePointer<Kind>

    init(taking pointer: UnsafeMutablePointer<Kind>) { self.pointer = pointer }

    deinit { g_object_unref(pointer) }
}

/// Creates a GObject with properties (`g_object_new_with_properties`). Each property's value is an object, or `nil` for
/// the default of the property's type. The caller owns the object.
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
