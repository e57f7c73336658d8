internal import CGStreamer

/// What a probe sees (GstPadProbeType).
public struct ProbeKinds: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let buffers = ProbeKinds(rawValue: GstPadProbeType.buffer.rawValue)
    public static let events = ProbeKinds(rawValue: GstPadProbeType.eventDownstream.rawValue)
    public static let flushes = ProbeKinds(rawValue: GstPadProbeType.eventFlush.rawValue)
    public static let queries = ProbeKinds(rawValue: GstPadProbeType.queryDownstream.rawValue)
    /// Holds whatever comes until the probe is removed or the pad is flushed.
    public static let block = ProbeKinds(rawValue: GstPadProbeType.block.rawValue)
}

/// What becomes of what a probe saw (GstPadProbeReturn).
public enum ProbeVerdict: Sendable {
    case drop, pass

    var native: GstPadProbeReturn {
        switch self {
        case .drop: .drop
        case .pass: .ok
        }
    }
}

/// The events dualcam acts on.
public enum StreamEvent: Sendable {
    case segment(Segment)
    case segmentDone, endOfStream, flush, caps, other
}

/// The part of a GstSegment in time format that running time needs.
public struct Segment: @unchecked Sendable {
    // Invariant: a GstSegment is plain numbers and holds no pointer (its reserved fields are unused).
    var raw: GstSegment

    /// A segment from 0 without an end, whose timestamps are running times.
    public static var open: Segment {
        var raw = GstSegment()
        gst_segment_init(&raw, .time)
        return Segment(raw: raw)
    }

    /// Nanoseconds from a timestamp to its place in the file: below 0 where an edit list hides what a decoder needs
    /// before the first picture or sample.
    public var shift: Int64 { Int64(clamping: raw.time) - Int64(clamping: raw.start) }

    /// Running time of a timestamp in nanoseconds; negative before the segment's start
    /// (`gst_segment_to_running_time_full`).
    public func runningTime(_ timestamp: UInt64) -> Int64? {
        withUnsafePointer(to: raw) { segment in
            var time: UInt = 0
            let sign = gst_segment_to_running_time_full(segment, .time, UInt(timestamp), &time)
            return sign == 0 ? nil : Int64(sign) * Int64(clamping: time)
        }
    }
}

/// What a probe was shown; valid only inside the probe's closure.
public struct ProbeInfo: ~Copyable {
    let pad: UnsafeMutablePointer<GstPad>
    let info: UnsafeMutablePointer<GstPadProbeInfo>

    var buffer: UnsafeMutablePointer<GstBuffer>? {
        info.pointee.type.rawValue & GstPadProbeType.buffer.rawValue == 0
            ? nil : info.pointee.data?.assumingMemoryBound(to: GstBuffer.self)
    }

    public var isBuffer: Bool { buffer != nil }

    /// The buffer itself, for the length of the probe.
    var seenBuffer: UnsafeMutablePointer<GstBuffer>? { buffer }

    /// A copy of the buffer's bytes; empty for an event.
    public var bytes: [UInt8] {
        guard let buffer else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(gst_buffer_get_size(buffer)))
        let count = gst_buffer_extract(buffer, 0, &bytes, UInt(bytes.count))
        return Array(bytes.prefix(Int(count)))
    }

    /// Presentation timestamp in nanoseconds; `nil` for an event or a buffer without one.
    public var presentationTime: UInt64? {
        buffer.flatMap { $0.pointee.pts == UInt.max ? nil : UInt64($0.pointee.pts) }
    }

    /// Duration in nanoseconds, where the buffer tells.
    public var duration: UInt64? {
        buffer.flatMap { $0.pointee.duration == UInt.max ? nil : UInt64($0.pointee.duration) }
    }

    /// Bytes in the buffer.
    public var size: Int { buffer.map { Int(gst_buffer_get_size($0)) } ?? 0 }

    /// False for a frame that needs others to be decoded (GstBufferFlags.deltaUnit).
    public var isKeyFrame: Bool {
        buffer.map { $0.pointee.mini_object.flags & GstBufferFlags.deltaUnit.rawValue == 0 } ?? false
    }

    /// True for codec headers without a picture (GstBufferFlags.header).
    public var isHeader: Bool {
        buffer.map { $0.pointee.mini_object.flags & GstBufferFlags.header.rawValue != 0 } ?? false
    }

    /// The event, if it is one.
    public var event: StreamEvent? {
        let events = GstPadProbeType.eventDownstream.rawValue | GstPadProbeType.eventFlush.rawValue
        guard info.pointee.type.rawValue & events != 0,
            let event = info.pointee.data?.assumingMemoryBound(to: GstEvent.self)
        else { return nil }
        switch event.pointee.type {
        case .segment:
            var segment = Segment.open
            gst_event_copy_segment(event, &segment.raw)
            return .segment(segment)
        case .segmentDone: return .segmentDone
        case .eos: return .endOfStream
        case .flushStart, .flushStop: return .flush
        case .caps: return .caps
        default: return .other
        }
    }

    /// True for a question about memory (GST_QUERY_ALLOCATION), which travels in the order of the data.
    public var isAllocationQuery: Bool {
        guard info.pointee.type.rawValue & GstPadProbeType.queryDownstream.rawValue != 0 else { return false }
        return info.pointee.data?.assumingMemoryBound(to: GstQuery.self).pointee.type == .allocation
    }

    /// Puts another segment in the place of the segment event.
    public func replaceSegment(with segment: Segment) {
        var segment = segment
        let old = info.pointee.data?.assumingMemoryBound(to: GstEvent.self)
        let new = gst_event_new_segment(&segment.raw)
        if let old { gst_event_set_seqnum(new, gst_event_get_seqnum(old)) }
        info.pointee.data = UnsafeMutableRawPointer(new)
        if let old { gst_event_unref(old) }
    }

    /// Moves the buffer's timestamps later by `nanoseconds`, or earlier, but not below 0; the frame's memory is shared,
    /// not copied.
    public func move(by nanoseconds: Int64) {
        guard nanoseconds != 0, let shared = buffer else { return }
        let own = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = gst_mini_object_make_writable(own) else { return }
        info.pointee.data = UnsafeMutableRawPointer(writable)
        let buffer = UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
        let moved = { (time: UInt) in time == UInt.max ? time : UInt(clamping: Int64(clamping: time) + nanoseconds) }
        buffer.pointee.pts = moved(buffer.pointee.pts)
        buffer.pointee.dts = moved(buffer.pointee.dts)
    }

    /// Keeps a part of a buffer of raw sound, to the sample, with time stamp and duration to match
    /// (`gst_audio_buffer_truncate`); both in nanoseconds. `false`: nothing is left, or what flows here is no raw sound.
    public func keepSound(from skip: Int64, length: Int64) -> Bool {
        guard let whole = buffer, let caps = gst_pad_get_current_caps(pad) else { return false }
        defer { gst_caps_unref(caps) }
        var format = GstAudioInfo()
        guard gst_audio_info_from_caps(&format, caps) != 0, format.rate > 0, format.bpf > 0 else { return false }
        let all = Int64(gst_buffer_get_size(whole)) / Int64(format.bpf)
        let samples = { (time: Int64) in (time * Int64(format.rate) + 500_000_000) / 1_000_000_000 }
        let first = min(all, max(0, samples(skip)))
        let count = min(all, samples(skip + length)) - first
        guard count > 0 else { return false }
        let time = whole.pointee.pts
        guard let own = gst_buffer_ref(whole),
            let cut = gst_audio_buffer_truncate(own, format.bpf, UInt(first), UInt(count))
        else { return false }
        info.pointee.data = UnsafeMutableRawPointer(cut)
        gst_buffer_unref(whole)
        let length = { (samples: Int64) in UInt(clamping: samples * 1_000_000_000 / Int64(format.rate)) }
        if time != UInt.max { cut.pointee.pts = time + length(first) }
        cut.pointee.duration = length(count)
        return true
    }

    /// Gives an end of stream to the pad the probed source pad is linked to. The probed pad itself does not end: it goes on
    /// taking what comes, where an ended pad would refuse it.
    public func endPeer() {
        guard let peer = gst_pad_get_peer(pad) else { return }
        gst_pad_send_event(peer, gst_event_new_eos())
        gst_object_unref(peer)
    }
}
