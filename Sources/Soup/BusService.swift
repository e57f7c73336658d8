internal import CGStreamer
package import GStreamer

/// A call of a D-Bus method by another program, without the call's arguments.
package struct BusCall: Sendable, Equatable {
    package var interface: String
    package var method: String
}

/// The error that the caller of a failed D-Bus call receives.
package struct BusError: Error, Sendable, Equatable {
    /// The D-Bus name of the error, such as `org.dualcam.Error.NotNow`.
    package var name: String
    package var message: String

    package init(_ name: String, _ message: String) { (self.name, self.message) = (name, message) }
}

/// An object that a program offers under its own name on a D-Bus message bus.
///
/// The object's properties have the values that were last set with `put`. Each method call is passed to a closure, and
/// the response is sent when the closure returns.
package actor BusService {
    /// The events of a D-Bus service: changes in its connection to the bus and in the ownership of its name.
    package enum News: Sendable, Equatable {
        /// The service now owns its name on the bus.
        case named
        /// The service does not own its bus name, because another program owns the name or the bus has revoked it.
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

    /// Creates a D-Bus service without connecting it to a bus.
    ///
    /// - Parameters:
    ///   - path: the path of the object, such as `/org/mpris/MediaPlayer2`.
    ///   - answer: carries out a method call; its error is sent to the caller.
    ///   - tell: receives the changes in the service's connection and in the ownership of its name.
    package init(path: String, answer: @escaping Answer, tell: @escaping @Sendable (News) -> Void) {
        thread = GLibThread(named: "dualcam-dbus")
        (self.path, self.answer, self.tell) = (path, answer, tell)
    }

    /// Connects to a bus (`g_dbus_connection_new_for_address_sync`), publishes the object and requests the name. Does
    /// nothing if called again.
    ///
    /// - Parameters:
    ///   - address: the D-Bus address of the message bus.
    ///   - name: the bus name to request for the service.
    ///   - interfaces: the interfaces of the object as introspection XML.
    ///   - properties: the initial values of the properties, by interface and name.
    /// - Throws: GIO's error if there is no bus at the address, or if the interfaces cannot be parsed.
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

    /// Carries out a D-Bus call and sends the response. Further calls may arrive before the response is sent.
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

    /// Sets properties of a D-Bus interface. Announces the changed ones with the signal `PropertiesChanged`, except
    /// those named in `silently`.
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

    /// Releases the service's name and disconnects from the bus.
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

/// The context object with which GIO calls a D-Bus service back. The callbacks run on the service's thread.
final class BusListener: CallbackContext, Sendable {
    private let service: BusService
    let tell: @Sendable (BusService.News) -> Void

    init(service: BusService, tell: @escaping @Sendable (BusService.News) -> Void) {
        (self.service, self.tell) = (service, tell)
    }

    // GIO only reads this table, until the process ends.
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

/// The handle of a received D-Bus call to which no response has been sent yet.
struct BusInvocation: @unchecked Sendable {
    // Invariant: each call is answered exactly once, which releases `pointer`. A GDBusMethodInvocation may be answered
    // from any thread.
    private let pointer: OpaquePointer

    init(taking pointer: OpaquePointer) { self.pointer = pointer }

    func end() { g_dbus_method_invocation_return_value(pointer, nil) }

    func fail(_ error: BusError) {
        g_dbus_method_invocation_return_dbus_error(pointer, error.name, error.message)
    }
}

/// A value of a D-Bus property or argument.
package indirect enum BusValue: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt32)
    case double(Double)
    case string(String)
    /// The path of a D-Bus object.
    case path(String)
    case strings([String])
    case dictionary([String: BusValue])

    /// The D-Bus type signature of the value.
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

    /// A new `GVariant` with this value, which the caller owns as a floating reference; `nil` for an invalid object
    /// path.
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
