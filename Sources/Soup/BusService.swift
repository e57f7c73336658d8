internal import CGStreamer
package import GStreamer

/// A call of a method, without its arguments.
package struct BusCall: Sendable, Equatable {
    package var interface: String
    package var method: String
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
            listener.retained, { releaseContext($0) })
    }

    private var listener: BusListener { BusListener(service: self, tell: tell) }

    private func register(_ node: UnsafeMutablePointer<GDBusNodeInfo>, on connection: OpaquePointer)
        throws(LibraryError)
    {
        var interface = node.pointee.interfaces
        while let information = interface?.pointee {
            var error: UnsafeMutablePointer<GError>?
            let registration = g_dbus_connection_register_object(
                connection, path, information, BusListener.table, listener.retained, { releaseContext($0) }, &error
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
            { data, _ in releaseContext(data) }, GConnectFlags(rawValue: 0))
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

/// GIO calls a listener back on the service's thread.
final class BusListener: CallbackContext, Sendable {
    private let service: BusService
    let tell: @Sendable (BusService.News) -> Void

    init(service: BusService, tell: @escaping @Sendable (BusService.News) -> Void) {
        (self.service, self.tell) = (service, tell)
    }

    // GIO only reads it, for the life of the process.
    nonisolated(unsafe) static let table: UnsafeMutablePointer<GDBusInterfaceVTable> = {
        let table = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
        table.initialize(to: GDBusInterfaceVTable())
        table.pointee.method_call = { _, _, _, interface, method, _, invocation, data in
            guard let interface, let method, let invocation, let listener = BusListener.of(data) else { return }
            let call = BusCall(interface: String(cString: interface), method: String(cString: method))
            listener.service.perform(call, BusInvocation(taking: invocation))
        }
        table.pointee.get_property = { _, _, _, interface, name, error, data in
            guard let interface, let name, let listener = BusListener.of(data) else { return nil }
            let (key, owner) = (String(cString: name), String(cString: interface))
            let value = listener.service.assumeIsolated { $0.property(key, of: owner) }
            if let variant = value?.variant { return variant }
            g_set_error_literal(
                error, g_dbus_error_quark(), CInt(GDBusError.unknownProperty.rawValue), "This property has no value.")
            return nil
        }
        return table
    }()
}

/// A call that waits for its answer.
struct BusInvocation: @unchecked Sendable {
    // Invariant: it is answered once, which gives it back to GIO; a GDBusMethodInvocation may be answered from any thread.
    private let pointer: OpaquePointer

    init(taking pointer: OpaquePointer) { self.pointer = pointer }

    func end() { g_dbus_method_invocation_return_value(pointer, nil) }

    func fail(_ error: BusError) {
        g_dbus_method_invocation_return_dbus_error(pointer, error.name, error.message)
    }
}

/// A value as D-Bus carries it.
package indirect enum BusValue: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt32)
    case double(Double)
    case string(String)
    /// An object's path.
    case path(String)
    case strings([String])
    case dictionary([String: BusValue])

    /// The type as D-Bus writes it.
    package var type: String {
        switch self {
        case .boolean: "b"
        case .integer: "x"
        case .unsigned: "u"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .dictionary: "a{sv}"
        }
    }

    /// A floating `GVariant`.
    var variant: OpaquePointer? {
        switch self {
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .integer(let value): g_variant_new_int64(gint64(value))
        case .unsigned(let value): g_variant_new_uint32(value)
        case .double(let value): g_variant_new_double(value)
        case .string(let value): g_variant_new_string(value)
        case .path(let value): g_variant_is_object_path(value) != 0 ? g_variant_new_object_path(value) : nil
        case .strings(let values): Self.array(type, values.map { g_variant_new_string($0) })
        case .dictionary(let members):
            Self.array(
                type,
                members.sorted { $0.key < $1.key }.compactMap { key, value in
                    value.variant.flatMap {
                        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant($0))
                    }
                })
        }
    }

    private static func array(_ type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
        let kind = g_variant_type_new(type)
        defer { g_variant_type_free(kind) }
        var children = children
        return g_variant_new_array(g_variant_type_element(kind), &children, gsize(children.count))
    }
}
