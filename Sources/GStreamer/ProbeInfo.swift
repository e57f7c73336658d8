internal import CGStreamer

/// The types of items that a pad's probe can receive (GstPadProbeType).
package struct ProbeKinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let buffers = ProbeKinds(rawValue: GstPadProbeType.buffer.rawValue)
    package static let events = ProbeKinds(rawValue: GstPadProbeType.eventDownstream.rawValue)
    package static let upstreamEvents = ProbeKinds(rawValue: GstPadProbeType.eventUpstream.rawValue)
    package static let flushes = ProbeKinds(rawValue: GstPadProbeType.eventFlush.rawValue)
    package static let queries = ProbeKinds(rawValue: GstPadProbeType.queryDownstream.rawValue)
    /// The responses to queries from downstream elements. The probe sees each response on its way back.
    package static let answers = ProbeKinds(
        rawValue: GstPadProbeType.queryUpstream.rawValue | GstPadProbeType.pull.rawValue)
    /// Blocks the pad at the first item until the probe is removed or the pad is flushed. A buffer for which the
    /// handler returns `passUnheld` passes. The handler is called before the pad's sticky events (such as caps) are
    /// sent.
    package static let block = ProbeKinds(rawValue: GstPadProbeType.block.rawValue)
}

/// The possible decisions about an item that a probe has received (GstPadProbeReturn).
package enum ProbeVerdict: Sendable {
    case drop, pass
    /// The buffer passes a blocking probe without being blocked.
    case passUnheld
    /// The probe has answered the query, which is therefore not passed on.
    case answered

    var native: GstPadProbeReturn {
        switch self {
        case .drop: .drop
        case .answered: .handled
        case .pass: .ok
        case .passUnheld: .pass
        }
    }
}

/// The types of stream events that probes distinguish.
package enum StreamEvent: Sendable {
    case segment(Segment)
    case segmentDone, endOfStream, flush, caps, gap, other
}

/// The segment of a stream in time format (GstSegment), which converts time stamps to running times.
package struct Segment: @unchecked Sendable {
    // Invariant: a GstSegment is plain numbers and holds no pointer (its reserved fields are unused).
    var raw: GstSegment

    init(raw: GstSegment) { self.raw = raw }

    /// A segment that begins at 0 and has no end, so that time stamps equal running times.
    package static var open: Segment {
        var raw = GstSegment()
        gst_segment_init(&raw, .time)
        return Segment(raw: raw)
    }

    /// Reads the segment from a segment event.
    init(_ event: UnsafeMutablePointer<GstEvent>) {
        self = .open
        gst_event_copy_segment(event, &raw)
    }

    /// Reads the current segment of a pad; `nil` before the first one.
    init?(flowingThrough pad: UnsafeMutablePointer<GstPad>) {
        guard let event = gst_pad_get_sticky_event(pad, .segment, 0) else { return nil }
        defer { gst_event_unref(event) }
        self.init(event)
    }

    /// The nanoseconds to add to a time stamp to get the time in the file. Negative if an edit list hides frames that a
    /// decoder needs before the first visible frame.
    package var shift: Int64 { Int64(clamping: raw.time) - Int64(clamping: raw.start) }

    /// Returns the running time of a time stamp, both in nanoseconds; negative before the segment's start. Returns
    /// `nil` if the time stamp has no running time (`gst_segment_to_running_time_full`).
    package func runningTime(_ timestamp: UInt64) -> Int64? {
        withUnsafePointer(to: raw) { segment in
            var time: UInt = 0
            let sign = gst_segment_to_running_time_full(segment, .time, UInt(timestamp), &time)
            return sign == 0 ? nil : Int64(sign) * Int64(clamping: time)
        }
    }
}

/// The buffer, event or query that a probe has received. Valid only inside the probe's closure.
package struct ProbeInfo: ~Copyable {
    let pad: UnsafeMutablePointer<GstPad>
    let info: UnsafeMutablePointer<GstPadProbeInfo>

    var buffer: UnsafeMutablePointer<GstBuffer>? {
        info.pointee.type.rawValue & GstPadProbeType.buffer.rawValue == 0
            ? nil : info.pointee.data?.assumingMemoryBound(to: GstBuffer.self)
    }

    package var isBuffer: Bool { buffer != nil }

    /// The element whose pad has the probe; `nil` if the pad has been removed from its element.
    package var element: Element? { gst_pad_get_parent_element(pad).map { Element(taking: $0) } }

    /// A copy of the received buffer's bytes; empty if the item is an event.
    package var bytes: [UInt8] {
        guard let buffer else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(gst_buffer_get_size(buffer)))
        let count = gst_buffer_extract(buffer, 0, &bytes, UInt(bytes.count))
        return Array(bytes.prefix(Int(count)))
    }

    /// The presentation time stamp of the received buffer, in nanoseconds; `nil` for an event, or a buffer without a
    /// time stamp.
    package var presentationTime: UInt64? { known(buffer?.pointee.pts) }

    /// The decoding time stamp of the received buffer, in nanoseconds; `nil` for an event, or a buffer without a time
    /// stamp.
    package var decodingTime: UInt64? { known(buffer?.pointee.dts) }

    /// The duration of the received buffer in nanoseconds; `nil` for an event, or a buffer without a duration.
    package var duration: UInt64? { known(buffer?.pointee.duration) }

    /// The number that the source has assigned to the received buffer (GST_BUFFER_OFFSET), such as a camera's frame
    /// number; `nil` if it has none.
    package var offset: UInt64? { known(buffer?.pointee.offset) }

    private func known(_ time: GstClockTime?) -> UInt64? { time.flatMap { $0 == UInt.max ? nil : UInt64($0) } }

    /// The size of the received buffer in bytes; 0 for an event.
    package var size: Int { buffer.map { Int(gst_buffer_get_size($0)) } ?? 0 }

    /// True if the source has marked the received buffer as damaged (GstBufferFlags.corrupted).
    package var isCorrupted: Bool {
        buffer.map { $0.pointee.mini_object.flags & GstBufferFlags.corrupted.rawValue != 0 } ?? false
    }

    /// Calls `body` with the received buffer's bytes, which are valid only inside `body`, and returns its result.
    /// Returns `nil` if no buffer was received, or if the buffer cannot be mapped.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var map = GstMapInfo()
        guard let buffer, gst_buffer_map(buffer, &map, .read) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        return body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }

    /// True if the received frame can be decoded without others (no GstBufferFlags.deltaUnit); false for an event.
    package var isKeyFrame: Bool {
        buffer.map { $0.pointee.mini_object.flags & GstBufferFlags.deltaUnit.rawValue == 0 } ?? false
    }

    /// The running time of the received buffer in nanoseconds, according to the pad's current segment; `nil` if the
    /// time stamp or the segment is missing.
    package var runningTime: Int64? {
        presentationTime.flatMap { Segment(flowingThrough: pad)?.runningTime($0) }
    }

    /// Calls `body` with the pad (GstPad) and the owned buffer (GstBuffer), and returns its result. `body` may replace
    /// the buffer with another owned one. Returns `nil` if no buffer was received.
    package func replaceBuffer<Result>(
        _ body: (_ pad: UnsafeMutableRawPointer, _ buffer: inout UnsafeMutableRawPointer?) -> Result
    ) -> Result? {
        isBuffer ? body(UnsafeMutableRawPointer(pad), &info.pointee.data) : nil
    }

    /// The received event; `nil` for a buffer or a query.
    package var event: StreamEvent? {
        let events = GstPadProbeType.eventDownstream.rawValue | GstPadProbeType.eventFlush.rawValue
        guard info.pointee.type.rawValue & events != 0,
            let event = info.pointee.data?.assumingMemoryBound(to: GstEvent.self)
        else { return nil }
        switch event.pointee.type {
        case .segment: return .segment(Segment(event))
        case .segmentDone: return .segmentDone
        case .eos: return .endOfStream
        case .flushStart, .flushStop: return .flush
        case .caps: return .caps
        case .gap: return .gap
        default: return .other
        }
    }

    /// The width and height that a received caps event declares, in pixels; empty for anything else.
    package var frameSize: [Int] {
        guard info.pointee.type.rawValue & GstPadProbeType.eventDownstream.rawValue != 0,
            let event = info.pointee.data?.assumingMemoryBound(to: GstEvent.self), event.pointee.type == .caps
        else { return [] }
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, let structure = gst_caps_get_structure(caps, 0) else { return [] }
        var (width, height) = (gint(0), gint(0))
        let isKnown =
            gst_structure_get_int(structure, "width", &width) != 0
            && gst_structure_get_int(structure, "height", &height) != 0
        return isKnown ? [Int(width), Int(height)] : []
    }

    /// True if the received item is an allocation query (GST_QUERY_ALLOCATION), which travels in order with the data.
    package var isAllocationQuery: Bool { allocationQuery != nil }

    var allocationQuery: UnsafeMutablePointer<GstQuery>? {
        guard info.pointee.type.rawValue & GstPadProbeType.queryDownstream.rawValue != 0,
            let query = info.pointee.data?.assumingMemoryBound(to: GstQuery.self),
            query.pointee.type == .allocation
        else { return nil }
        return query
    }

    /// Limits the latency in the received response to a latency query (GST_QUERY_LATENCY). Does nothing for any other
    /// item.
    package func limitLatency(to nanoseconds: Int64) {
        guard info.pointee.type.rawValue & GstPadProbeType.queryUpstream.rawValue != 0,
            let query = info.pointee.data?.assumingMemoryBound(to: GstQuery.self), query.pointee.type == .latency
        else { return }
        var (isLive, least, most) = (gboolean(0), GstClockTime(0), GstClockTime(0))
        gst_query_parse_latency(query, &isLive, &least, &most)
        if least > nanoseconds { gst_query_set_latency(query, isLive, GstClockTime(nanoseconds), most) }
    }

    /// Restricts the received response to a caps query (GST_QUERY_CAPS) to the given caps. Does nothing for any other
    /// item.
    package func offerOnly(_ caps: Caps) {
        guard info.pointee.type.rawValue & GstPadProbeType.queryUpstream.rawValue != 0,
            let query = info.pointee.data?.assumingMemoryBound(to: GstQuery.self), query.pointee.type == .caps
        else { return }
        var filter: UnsafeMutablePointer<GstCaps>?
        gst_query_parse_caps(query, &filter)
        guard let filter, let common = gst_caps_intersect(filter, caps.raw) else {
            return gst_query_set_caps_result(query, caps.raw)
        }
        gst_query_set_caps_result(query, common)
        gst_caps_unref(common)
    }

    /// Replaces the received segment event with an event for another segment.
    package func replaceSegment(with segment: Segment) {
        var segment = segment
        let old = info.pointee.data?.assumingMemoryBound(to: GstEvent.self)
        let new = gst_event_new_segment(&segment.raw)
        if let old { gst_event_set_seqnum(new, gst_event_get_seqnum(old)) }
        info.pointee.data = UnsafeMutableRawPointer(new)
        if let old { gst_event_unref(old) }
    }

    /// Moves the received buffer's time stamps by `nanoseconds` (negative for earlier), but not below 0. The buffer's
    /// memory is not copied.
    package func move(by nanoseconds: Int64) {
        guard nanoseconds != 0, let buffer = writableBuffer() else { return }
        let moved = { (time: UInt) in time == UInt.max ? time : UInt(clamping: Int64(clamping: time) + nanoseconds) }
        buffer.pointee.pts = moved(buffer.pointee.pts)
        buffer.pointee.dts = moved(buffer.pointee.dts)
    }

    /// Cuts the received buffer of raw sound, exactly to the sample, and adapts its time stamp and duration
    /// (`gst_audio_buffer_truncate`). Keeps `length` nanoseconds after the first `skip` nanoseconds. Returns false if
    /// no sample is left, or if the pad does not carry raw sound.
    package func keepSound(from skip: Int64, length: Int64) -> Bool {
        guard isBuffer, let form = soundForm else { return false }
        let all = Int64(size / form.bytesPerFrame)
        let samples = { (time: Int64) in (time * Int64(form.rate) + 500_000_000) / 1_000_000_000 }
        let first = min(all, max(0, samples(skip)))
        let count = min(all, samples(skip + length)) - first
        guard count > 0 else { return false }
        let length = { (samples: Int64) in UInt64(clamping: samples * 1_000_000_000 / Int64(form.rate)) }
        cutSound(
            from: Int(first), count: Int(count), bytesPerFrame: form.bytesPerFrame,
            stamp: presentationTime.map { $0 + length(first) }, length: length(count))
        return true
    }

    /// Sends an end of stream to the pad that is linked to the probed source pad. The probed pad itself does not end,
    /// because an ended pad would reject further buffers.
    package func endPeer() {
        guard let peer = gst_pad_get_peer(pad) else { return }
        gst_pad_send_event(peer, gst_event_new_eos())
        gst_object_unref(peer)
    }
}
