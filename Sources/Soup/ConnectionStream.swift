internal import CGStreamer

/// A meter that counts and limits the bytes that a client sends over a connection, because libsoup limits neither a
/// request's body nor a WebSocket message that arrives in fragments. It also reports the end of the connection.
final class InputMeter: CallbackContext {
    // Accessed on the server's thread only.
    var rest: Int
    /// The parser that finds the heads of requests in the bytes read so far.
    var heads = RequestHeads()
    /// True if libsoup has closed and released the connection.
    fileprivate(set) var isClosed = false
    /// The maximum size of the current request's body, in bytes.
    var mostOfBody = UInt.max
    private var report: (() -> Void)?
    private var complain: (() -> Void)?

    /// Creates the meter of a connection.
    ///
    /// - Parameters:
    ///   - rest: the number of bytes that the client may send before the connection ends; the server sets it again for
    ///     each request.
    ///   - complain: called once if the current request cannot be accepted. Runs on the server's thread, from within
    ///     libsoup.
    ///   - report: called once when the connection ends, because the client or libsoup has closed it or the client has
    ///     sent too many bytes. Runs on the server's thread, possibly from within libsoup.
    init(_ rest: Int, complain: @escaping () -> Void, report: @escaping () -> Void) {
        (self.rest, self.complain, self.report) = (rest, complain, report)
    }

    fileprivate func append(_ bytes: UnsafeRawBufferPointer) {
        rest -= bytes.count
        heads.append(bytes)
        guard heads.fault != nil || heads.announced > mostOfBody else { return }
        complain?()
        complain = nil
    }

    fileprivate var isOver: Bool { report == nil }

    fileprivate func end() {
        report?()
        report = nil
    }
}

/// The stream through which libsoup uses a client's connection. It never reports the end of input, and closing it does
/// not close the socket.
///
/// libsoup 3.2 never releases a connection that ends between two requests, and closes TLS with blocking calls. The end
/// of every connection is therefore reported to the server, which takes the connection back from libsoup and closes it.
enum ConnectionStream {
    private static let (meterKey, inputKey, baseKey) = ("dualcam-meter", "dualcam-input", "dualcam-base")

    /// Creates the stream that libsoup uses for a connection. It reads from and writes to `base`, whose streams must be
    /// pollable. The caller owns the result.
    static func make(over base: UnsafeMutablePointer<GIOStream>, _ meter: InputMeter) -> UnsafeMutablePointer<
        GIOStream
    >? {
        guard let made = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
        g_object_set_data_full(made, baseKey, g_object_ref(base), { g_object_unref($0) })
        g_object_set_data_full(
            made, inputKey, MeteredInput.make(over: g_io_stream_get_input_stream(base), meter), { g_object_unref($0) })
        attach(meter, to: made)
        return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GIOStream.self)
    }

    private static let type: GType = g_type_register_static_simple(
        g_io_stream_get_type(), "DualCamConnectionStream", UInt32(MemoryLayout<GIOStreamClass>.stride),
        { members, _ in ConnectionStream.fill(members) }, UInt32(MemoryLayout<GIOStream>.stride), nil, [])

    private static func fill(_ members: UnsafeMutableRawPointer?) {
        guard let members = members?.assumingMemoryBound(to: GIOStreamClass.self) else { return }
        members.pointee.get_input_stream = { stream in
            g_object_get_data(ConnectionStream.object(stream), ConnectionStream.inputKey)?.assumingMemoryBound(
                to: GInputStream.self)
        }
        members.pointee.get_output_stream = { stream in
            let base = g_object_get_data(ConnectionStream.object(stream), ConnectionStream.baseKey)
            return g_io_stream_get_output_stream(base?.assumingMemoryBound(to: GIOStream.self))
        }
        members.pointee.close_fn = { stream, _, _ in
            ConnectionStream.close(stream)
            return 1
        }
        members.pointee.close_async = { stream, _, cancellable, callback, data in
            ConnectionStream.close(stream)
            let task = g_task_new(stream, cancellable, callback, data)
            g_task_return_boolean(task, 1)
            if let task { g_object_unref(UnsafeMutableRawPointer(task)) }
        }
        members.pointee.close_finish = { _, result, error in g_task_propagate_boolean(result, error) }
    }

    private static func close(_ stream: UnsafeMutablePointer<GIOStream>?) {
        guard let meter = meter(of: object(stream)) else { return }
        meter.isClosed = true
        meter.end()
    }

    private static func object(_ stream: UnsafeMutablePointer<GIOStream>?) -> UnsafeMutablePointer<GObject>? {
        stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self) }
    }

    fileprivate static func attach(_ meter: InputMeter, to object: UnsafeMutablePointer<GObject>?) {
        g_object_set_data_full(object, meterKey, meter.retained, { releaseContext($0) })
    }

    fileprivate static func meter(of object: UnsafeMutablePointer<GObject>?) -> InputMeter? {
        InputMeter.of(g_object_get_data(object, meterKey))
    }
}

/// An input stream that never reports its end, implemented as a pollable subclass of GFilterInputStream.
private enum MeteredInput {
    /// Creates an input stream that reads from `base`, which must be pollable, and never reports its end. The caller
    /// owns the result.
    static func make(
        over base: UnsafeMutablePointer<GInputStream>?, _ meter: InputMeter
    ) -> UnsafeMutablePointer<GObject>? {
        let made = makeObject(
            type,
            [
                ("base-stream", g_input_stream_get_type(), base.map { UnsafeMutableRawPointer($0) }),
                ("close-base-stream", booleanType, nil),
            ])
        ConnectionStream.attach(meter, to: made)
        return made
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

    /// The type `G_TYPE_BOOLEAN`, whose macro Swift does not import.
    private static let booleanType = GType(5 << 2)

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
        guard let meter = ConnectionStream.meter(of: object) else { return 0 }
        if !meter.isOver, meter.rest > 0 {
            var failure: UnsafeMutablePointer<GError>?
            let taken = g_pollable_input_stream_read_nonblocking(
                base(of: stream), buffer, min(count, gsize(meter.rest)), nil, &failure)
            let waits = g_error_matches(failure, g_io_error_quark(), wouldBlock) != 0
            if let failure { g_error_free(failure) }
            if taken > 0 {
                meter.append(UnsafeRawBufferPointer(start: buffer, count: taken))
                return taken
            }
            if !waits { meter.end() }
        } else {
            meter.end()
        }
        g_set_error_literal(error, g_io_error_quark(), wouldBlock, "nothing more")
        return -1
    }

    private static let wouldBlock = CInt(GIOErrorEnum.wouldBlock.rawValue)

    private static func base(of stream: OpaquePointer?) -> OpaquePointer? {
        stream.flatMap { stream in
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GFilterInputStream.self).pointee.base_stream
                .map { OpaquePointer($0) }
        }
    }
}
