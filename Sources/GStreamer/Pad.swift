internal import CGStreamer

package final class Pad: Object, @unchecked Sendable {
    // Invariant: as Object's.
    var pad: UnsafeMutablePointer<GstPad> { pointer.assumingMemoryBound(to: GstPad.self) }

    /// `element.pad`, for messages.
    package var path: String {
        guard let owner = gst_pad_get_parent_element(pad) else { return name }
        return "\(Element(taking: owner).name).\(name)"
    }

    /// Shifts the running time of everything that passes, in nanoseconds (`gst_pad_set_offset`).
    package func setOffset(_ nanoseconds: Int64) { gst_pad_set_offset(pad, Int(nanoseconds)) }

    /// Gives an end of stream to this sink pad.
    @discardableResult
    package func sendEndOfStream() -> Bool { gst_pad_send_event(pad, gst_event_new_eos()) != 0 }

    /// The media type of the caps that flow here (`video/x-raw`), once there are any.
    package var mediaType: String? { (currentCaps ?? possibleCaps)?.structures.first?.name }

    /// The caps that flow here, once they are negotiated.
    package var currentCaps: Caps? {
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        return Caps(taking: caps)
    }

    /// The caps that could flow here (`gst_pad_query_caps`).
    package var possibleCaps: Caps? {
        guard let caps = gst_pad_query_caps(pad, nil) else { return nil }
        return Caps(taking: caps)
    }

    /// Sees everything of `kinds` that passes, on its streaming thread, and says what becomes of it.
    ///
    /// A closure costs 50 to 190 ns per buffer. It must not block and not change the pad's state.
    @discardableResult
    package func addProbe(_ kinds: ProbeKinds, _ handler: @escaping ProbeHandler) -> Probe {
        let number = gst_pad_add_probe(
            pad, GstPadProbeType(rawValue: kinds.rawValue),
            { pad, info, data in
                guard let pad, let info, let data else { return .ok }
                return Box<ProbeHandler>.content(of: data)(ProbeInfo(pad: pad, info: info)).native
            }, Box(handler).retained, { data in if let data { releaseBox(data) } })
        return Probe(number: number)
    }

    package func remove(_ probe: Probe) { gst_pad_remove_probe(pad, probe.number) }
}

/// A probe that was added, to be removed by.
package struct Probe: Sendable {
    let number: UInt
}

/// Says what becomes of what a probe was shown.
package typealias ProbeHandler = @Sendable (borrowing ProbeInfo) -> ProbeVerdict
