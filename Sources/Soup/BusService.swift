internal import CGStreamer
package import GStreamer

/// A call of a method, without its arguments.
package struct BusCall: Sendable, Equatable {
    package var interface: String
    package var method: String

    package init(_ interface: String, _ method: String) { (self.interface, self.method) = (interface, method) }
}

/// The reason why a call failed, as its caller is told.
package struct BusError: Error, Sendable, Equatable {
    /// `org.dualcam.Error.NotNow`
    package var name: String
    package var message: String

    package init(_ name: String, _ message: String) { (self.name, self.message) = (name, message) }
}

/// One object with a name of its own on a message bus.
///
/// Its properties are what was last put into it; calls are handed on, and answered when that is done.
package actor BusService {
    /// The properties and signals that are to be known of it besides calls.
    package enum News: Sendable, Equatable {
        /// The name is ours.
        case named
        /// Somebody else has it, or the bus took it away.
        case nameLost
        case disconnected
    }

    package typealias Answer = @Sendable (BusCall) async throws(BusError) -> Void

    private let thread: GLibThread
    private let path: String
    private let answer: Answer
    private let tell: @Sendable (News) -> Void
    private var connection: OpaquePointer?
    private var node: UnsafeMutablePointer<GDBusNodeInfo>?
    private var registrations: [UInt32] = []
    private var owner: UInt32 = 0
    private var watch: gulong = 0
    private var properties: [String: [String: BusValue]] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: Of the object: `/org/mpris/MediaPlayer2`.
    ///   - answer: Carries a call out.
    package init(path: String, answer: @escaping Answer, tell: @escaping @Sendable (News) -> Void) {
        thread = GLibThread(named: "dualcam-dbus")
        (self.path, self.answer, self.tell) = (path, answer, tell)
    }

    /// Connects to a bus (`g_dbus_connection_new_for_address_sync`), shows the object and asks for the name. A second call does
    /// nothing.
    ///
    /// - Parameters:
    ///   - address: Of the bus.
    ///   - interfaces: As introspection has them, in XML.
    /// - Throws: GIO's error when there is no bus at the address, or the interfaces cannot be read.
    package func open(
        _ address: String, name: String, interfaces: String, properties: [String: [String: BusValue]]
    ) throws(LibraryError) {
        guard connection == nil else { return }
        self.properties = properties
        let flags = GDBusConnectionFlags.authenticationClient.union(.messageBusConnection)
        var error: UnsafeMutablePointer<GError>?
        guard let made = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
            throw LibraryError(takingError: error)
        }
        connection = made
        guard let node = g_dbus_node_info_new_for_xml(interfaces, &error) else {
            close()
            throw LibraryError(takingError: error)
        }
        self.node = node
        do throws(LibraryError) { try register(node, on: made) } catch {
            close()
            throw error
        }
        watchConnection(made)
        owner = g_bus_own_name_on_connection(
            made, name, .doNotQueue, { _, _, data in BusListener.of(data)?.tell(.named) },
            { connection, _, data in if connection != nil { BusListener.of(data)?.tell(.nameLost) } },
            listener.retained, { BusListener.release($0) })
    }

    private var listener: BusListener { BusListener(service: self, tell: tell) }

    private func register(_ node: UnsafeMutablePointer<GDBusNodeInfo>, on connection: OpaquePointer)
        throws(LibraryError)
    {
        var interface = node.pointee.interfaces
        while let information = interface?.pointee {
            var error: UnsafeMutablePointer<GError>?
            let registration = g_dbus_connection_register_object(
                connection, path, information, BusListener.table, listener.retained, { BusListener.release($0) }, &error
            )
            guard registration != 0 else { throw LibraryError(takingError: error) }
            registrations.append(registration)
            interface = interface?.successor()
        }
    }

    private func watchConnection(_ connection: OpaquePointer) {
        let closed: @convention(c) (OpaquePointer?, gboolean, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            _, _, _, data in BusListener.of(data)?.tell(.disconnected)
        }
        watch = g_signal_connect_data(
            UnsafeMutableRawPointer(connection), "closed", unsafeBitCast(closed, to: GCallback.self), listener.retained,
            { data, _ in BusListener.release(data) }, GConnectFlags(rawValue: 0))
    }

    func property(_ name: String, of interface: String) -> BusValue? { properties[interface]?[name] }

    /// Carries a call out and answers it, while others may come.
    nonisolated func perform(_ call: BusCall, _ invocation: BusInvocation) {
        Task {
            do throws(BusError) {
                try await answer(call)
                invocation.end()
            } catch {
                invocation.fail(error)
            }
        }
    }

    /// Replaces properties of an interface and tells those who listen (`PropertiesChanged`) what has changed, except of `silently`.
    package func put(_ values: [String: BusValue], into interface: String, silently: Set<String> = []) {
        let before = properties[interface] ?? [:]
        let changed = values.filter { before[$0.key] != $0.value }
        properties[interface] = before.merging(values) { $1 }
        let told = changed.filter { !silently.contains($0.key) }
        guard let connection, !told.isEmpty else { return }
        let parts: [BusValue] = [.string(interface), .dictionary(told), .strings([])]
        var children = parts.map(\.variant)
        g_dbus_connection_emit_signal(
            connection, nil, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            g_variant_new_tuple(&children, gsize(children.count)), nil)
    }

    /// Gives the name back and leaves the bus.
    package func close() {
        if owner != 0 { g_bus_unown_name(owner) }
        if let connection {
            for registration in registrations { g_dbus_connection_unregister_object(connection, registration) }
            g_dbus_connection_flush_sync(connection, nil, nil)
            if watch != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), watch) }
            g_dbus_connection_close_sync(connection, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(connection))
        }
        if let node { g_dbus_node_info_unref(node) }
        (owner, watch, registrations, connection, node) = (0, 0, [], nil, nil)
    }
}
