internal import CGStreamer

/// GIO calls a listener back on the service's thread.
final class BusListener: Sendable {
    private let service: BusService
    let tell: @Sendable (BusService.News) -> Void

    init(service: BusService, tell: @escaping @Sendable (BusService.News) -> Void) {
        (self.service, self.tell) = (service, tell)
    }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?) -> BusListener? {
        data.map { Unmanaged<BusListener>.fromOpaque($0).takeUnretainedValue() }
    }

    static func release(_ data: UnsafeMutableRawPointer?) {
        if let data { Unmanaged<BusListener>.fromOpaque(data).release() }
    }

    // GIO only reads it, for the life of the process.
    nonisolated(unsafe) static let table: UnsafeMutablePointer<GDBusInterfaceVTable> = {
        let table = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
        table.initialize(to: GDBusInterfaceVTable())
        table.pointee.method_call = { _, _, _, interface, method, _, invocation, data in
            guard let interface, let method, let invocation, let listener = BusListener.of(data) else { return }
            let call = BusCall(String(cString: interface), String(cString: method))
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
