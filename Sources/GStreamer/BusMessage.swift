internal import CGStreamer

/// A GStreamer bus message as a Swift value.
package struct BusMessage: Sendable {
    /// The name of the element that posted the message.
    package let source: String
    /// The owner of the bin that contains the element, as passed to `Bin.make`; `nil` if no such bin has an owner.
    package let owner: (any Sendable)?
    package let kind: Kind

    package enum Kind: Sendable {
        case error(LibraryError, details: String)
        case warning(LibraryError, details: String)
        /// Every sink of the pipeline has ended.
        case endOfStream
        /// A child of the pipeline has received its end of stream. The pipeline forwards the child's message.
        case childEndOfStream(child: String)
        case latency
        /// An element has lost a part of its stream. `lost` is the part's length in nanoseconds, and `before` is the
        /// time stamp of the buffer that follows it. Each is `nil` if the element does not report it.
        case qualityOfService(lost: UInt64?, before: UInt64?)
        /// The sound levels that a `level` element has measured, in dB per channel; minus infinity for silence. `end`
        /// is the end of the measured interval, in nanoseconds of running time.
        case level(peak: [Double], rms: [Double], end: UInt64)
    }
}

/// The only reader of a pipeline's bus. It receives the messages of all threads in order.
package final class BusTap: @unchecked Sendable {
    // Invariant: `bus` is set once; a GstBus is MT safe.
    private let bus: UnsafeMutablePointer<GstBus>?
    package let messages: AsyncStream<BusMessage>
    private let continuation: AsyncStream<BusMessage>.Continuation

    init(bus: UnsafeMutablePointer<GstBus>?) {
        self.bus = bus
        (messages, continuation) = AsyncStream.makeStream()
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message, let data else { return .drop }
                YieldingTaskPool.assignPool(message)
                if let value = BusMessage(message) {
                    Box<AsyncStream<BusMessage>.Continuation>.content(of: data).yield(value)
                }
                gst_message_unref(message)
                return .drop
            }, Box(continuation).retained,
            { data in
                guard let data else { return }
                Box<AsyncStream<BusMessage>.Continuation>.content(of: data).finish()
                releaseBox(data)
            })
    }

    /// Removes the reader of a bus. Messages posted later stay queued for the next reader.
    static func leave(_ bus: UnsafeMutablePointer<GstBus>?) {
        gst_bus_set_sync_handler(
            bus,
            { _, message, _ in
                if let message { YieldingTaskPool.assignPool(message) }
                return .pass
            }, nil, nil)
    }

    /// Stops reading the bus. The stream `messages` ends after the messages received so far.
    package func close() { BusTap.leave(bus) }

    deinit {
        close()
        if let bus { gst_object_unref(bus) }
    }
}

extension BusMessage {
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let kind = Kind(message) else { return nil }
        source = nameOfObject(message.pointee.src)
        owner = Bin.owner(around: message.pointee.src)
        self.kind = kind
    }
}

extension BusMessage.Kind {
    /// Converts a GStreamer message; returns `nil` for messages that this module does not use.
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch message.pointee.type {
        case .error:
            let (error, details) = Self.parse(message, gst_message_parse_error)
            self = .error(error, details: details)
        case .warning:
            let (error, details) = Self.parse(message, gst_message_parse_warning)
            self = .warning(error, details: details)
        case .eos: self = .endOfStream
        case .latency: self = .latency
        case .qos:
            var (stamp, duration): (guint64, guint64) = (.max, .max)
            gst_message_parse_qos(message, nil, nil, nil, &stamp, &duration)
            self = .qualityOfService(
                lost: duration == .max ? nil : UInt64(duration), before: stamp == .max ? nil : UInt64(stamp))
        case .element:
            if let child = Self.forwardedEnd(message) {
                self = .childEndOfStream(child: child)
            } else if let level = Self.level(message) {
                self = level
            } else {
                return nil
            }
        default: return nil
        }
    }

    private typealias Parser = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Void

    private static func parse(_ message: UnsafeMutablePointer<GstMessage>, _ parser: Parser) -> (LibraryError, String) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<CChar>?
        parser(message, &error, &debug)
        return (LibraryError(taking: error), details(String(taking: debug)))
    }

    /// Returns the debug details of an element's error without the first line, which is a position in the element's
    /// source code (gst_element_message_full).
    private static func details(_ debug: String) -> String {
        debug.split(separator: "\n", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }

    /// Returns the name of the child whose end of stream a bin forwards with `message-forward` (structure
    /// `GstBinForwarded`); `nil` for other messages.
    private static func forwardedEnd(_ message: UnsafeMutablePointer<GstMessage>) -> String? {
        guard let structure = gst_message_get_structure(message),
            gst_structure_has_name(structure, "GstBinForwarded") != 0,
            let value = gst_structure_get_value(structure, "message"), let boxed = g_value_get_boxed(value)
        else { return nil }
        let inner = boxed.assumingMemoryBound(to: GstMessage.self)
        // A nested bin forwards the messages that were forwarded to it.
        if inner.pointee.type == .element { return forwardedEnd(inner) }
        return inner.pointee.type == .eos ? nameOfObject(inner.pointee.src) : nil
    }

    private static func level(_ message: UnsafeMutablePointer<GstMessage>) -> BusMessage.Kind? {
        guard let structure = gst_message_get_structure(message), gst_structure_has_name(structure, "level") != 0
        else { return nil }
        var (start, length): (guint64, guint64) = (0, 0)
        guard gst_structure_get_uint64(structure, "running-time", &start) != 0,
            gst_structure_get_uint64(structure, "duration", &length) != 0
        else { return nil }
        return .level(
            peak: numbers("peak", structure), rms: numbers("rms", structure), end: UInt64(start) + UInt64(length))
    }

    /// Returns the numbers in a structure's field that is a GValueArray of doubles; empty if the field is missing.
    private static func numbers(_ field: String, _ structure: UnsafePointer<GstStructure>) -> [Double] {
        guard let value = gst_structure_get_value(structure, field), let boxed = g_value_get_boxed(value) else {
            return []
        }
        let array = boxed.assumingMemoryBound(to: GValueArray.self).pointee
        return (0..<Int(array.n_values)).map { g_value_get_double(array.values + $0) }
    }
}
