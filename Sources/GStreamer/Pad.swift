internal import CGStreamer

public final class Pad: Object, @unchecked Sendable {
    // Invariant: as Object's.
    var pad: UnsafeMutablePointer<GstPad> { pointer.assumingMemoryBound(to: GstPad.self) }

    /// Links this source pad to a sink pad (`gst_pad_link`).
    public func link(to sink: Pad) throws(GraphError) {
        let result = gst_pad_link(pad, sink.pad)
        guard result == .ok else {
            let reason = gst_pad_link_get_name(result).map { String(cString: $0) } ?? "refused"
            throw .notLinked(from: path, to: sink.path, reason: reason)
        }
    }

    public func unlink(from sink: Pad) { gst_pad_unlink(pad, sink.pad) }

    /// The pad at the other end; `nil` while it is not linked.
    public var peer: Pad? {
        guard let peer = gst_pad_get_peer(pad) else { return nil }
        return Pad(taking: peer)
    }

    public var isLinked: Bool { gst_pad_is_linked(pad) != 0 }

    /// `element.pad`, for messages.
    public var path: String {
        guard let owner = gst_pad_get_parent_element(pad) else { return name }
        return "\(Element(taking: owner).name).\(name)"
    }

    /// Shifts the running time of everything that passes, in nanoseconds (`gst_pad_set_offset`).
    public func setOffset(_ nanoseconds: Int64) { gst_pad_set_offset(pad, Int(nanoseconds)) }

    /// Gives an end of stream to this sink pad.
    @discardableResult
    public func sendEndOfStream() -> Bool { gst_pad_send_event(pad, gst_event_new_eos()) != 0 }

    /// The media type of the caps that flow here (`video/x-raw`), once there are any.
    public var mediaType: String? { (currentCaps ?? possibleCaps)?.structures.first?.name }

    /// What flows here: caps once negotiated.
    public var currentCaps: Caps? {
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        return Caps(taking: caps)
    }

    /// What could flow here (`gst_pad_query_caps`).
    public var possibleCaps: Caps? {
        guard let caps = gst_pad_query_caps(pad, nil) else { return nil }
        return Caps(taking: caps)
    }

    /// Sees everything of `kinds` that passes, on its streaming thread, and says what becomes of it.
    ///
    /// A closure costs 50 to 190 ns per buffer. It must not block and not change the pad's state.
    @discardableResult
    public func addProbe(_ kinds: ProbeKinds, _ handler: @escaping @Sendable (borrowing ProbeInfo) -> ProbeVerdict)
        -> Probe
    {
        let box = Unmanaged.passRetained(ProbeBox(handler)).toOpaque()
        let number = gst_pad_add_probe(
            pad, GstPadProbeType(rawValue: kinds.rawValue),
            { pad, info, data in
                guard let pad, let info, let data else { return .ok }
                let box = Unmanaged<ProbeBox>.fromOpaque(data).takeUnretainedValue()
                return box.handler(ProbeInfo(pad: pad, info: info)).native
            }, box, { data in if let data { Unmanaged<ProbeBox>.fromOpaque(data).release() } })
        return Probe(number: number)
    }

    public func remove(_ probe: Probe) { gst_pad_remove_probe(pad, probe.number) }
}

/// A probe that was added, to be removed by.
public struct Probe: Sendable {
    let number: UInt
}

private final class ProbeBox: Sendable {
    let handler: @Sendable (borrowing ProbeInfo) -> ProbeVerdict

    init(_ handler: @escaping @Sendable (borrowing ProbeInfo) -> ProbeVerdict) { self.handler = handler }
}
