internal import CGStreamer

/// How many bytes a connection may still send. libsoup bounds neither a body nor a WebSocket message that comes in pieces.
final class InputMeter {
    // Read and written on the server's thread only.
    var rest: Int
    /// A request is over, and nothing of another has come.
    fileprivate var isBetweenRequests = false

    init(_ rest: Int) { self.rest = rest }

    /// A request has begun to come.
    func begin(_ rest: Int) { (self.rest, isBetweenRequests) = (rest, false) }

    /// A request is over.
    func pause(_ rest: Int) { (self.rest, isBetweenRequests) = (rest, true) }
}

/// An input stream that fails once its meter has run out: a GFilterInputStream that can be polled.
enum MeteredInput {
    private static let key = "dualcam-meter"

    /// The stream reads from `base`, which must be pollable. Transfer full.
    static func make(
        over base: UnsafeMutablePointer<GInputStream>?, _ meter: InputMeter
    ) -> UnsafeMutablePointer<GInputStream>? {
        var value = GValue()
        g_value_init(&value, g_input_stream_get_type())
        g_value_set_object(&value, base)
        defer { g_value_unset(&value) }
        let made = "base-stream".withCString { name in
            var names: [UnsafePointer<CChar>?] = [name]
            return g_object_new_with_properties(type, 1, &names, &value)
        }
        g_object_set_data_full(
            made, key, Unmanaged.passRetained(meter).toOpaque(),
            { meter in if let meter { Unmanaged<InputMeter>.fromOpaque(meter).release() } })
        return made.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GInputStream.self) }
    }

    private static let type: GType = {
        let type = g_type_register_static_simple(
            g_filter_input_stream_get_type(), "DualCamMeteredInput",
            UInt32(MemoryLayout<GFilterInputStreamClass>.stride), nil,
            UInt32(MemoryLayout<GFilterInputStream>.stride), nil, [])
        var interface = GInterfaceInfo(
            interface_init: { members, _ in MeteredInput.fill(members) }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_pollable_input_stream_get_type(), &interface)
        return type
    }()

    private static func fill(_ members: UnsafeMutableRawPointer?) {
        guard let members = members?.assumingMemoryBound(to: GPollableInputStreamInterface.self) else { return }
        members.pointee.can_poll = { _ in 1 }
        members.pointee.is_readable = { g_pollable_input_stream_is_readable(MeteredInput.base(of: $0)) }
        members.pointee.create_source = { stream, cancellable in
            let inner = g_pollable_input_stream_create_source(MeteredInput.base(of: stream), cancellable)
            defer { if let inner { g_source_unref(inner) } }
            return g_pollable_source_new_full(stream.map { UnsafeMutableRawPointer($0) }, inner, nil)
        }
        members.pointee.read_nonblocking = { stream, buffer, count, error in
            MeteredInput.read(stream, buffer, count, error)
        }
    }

    private static func read(
        _ stream: OpaquePointer?, _ buffer: UnsafeMutableRawPointer?, _ count: gsize,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gssize {
        let object = stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self) }
        guard let pointer = g_object_get_data(object, key) else { return 0 }
        let meter = Unmanaged<InputMeter>.fromOpaque(pointer).takeUnretainedValue()
        guard meter.rest > 0 else {
            g_set_error_literal(error, g_io_error_quark(), CInt(GIOErrorEnum.messageTooLarge.rawValue), "too much")
            return -1
        }
        var failure: UnsafeMutablePointer<GError>?
        let taken = g_pollable_input_stream_read_nonblocking(
            base(of: stream), buffer, min(count, gsize(meter.rest)), nil, &failure)
        if taken > 0 { meter.rest -= taken }
        let waits = g_error_matches(failure, g_io_error_quark(), CInt(GIOErrorEnum.wouldBlock.rawValue)) != 0
        if taken <= 0, !waits, meter.isBetweenRequests, count > 0, let buffer {
            if let failure { g_error_free(failure) }
            return lastByte(into: buffer, meter)
        }
        if let failure { g_propagate_error(error, failure) }
        return taken
    }

    /// libsoup 3.2 never lets go of a connection that ends between two requests; it does of one that ends within a request. So
    /// the end is preceded by the beginning of one.
    private static func lastByte(into buffer: UnsafeMutableRawPointer, _ meter: InputMeter) -> gssize {
        meter.isBetweenRequests = false
        buffer.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
        return 1
    }

    private static func base(of stream: OpaquePointer?) -> OpaquePointer? {
        stream.flatMap { stream in
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GFilterInputStream.self).pointee.base_stream
                .map { OpaquePointer($0) }
        }
    }
}
