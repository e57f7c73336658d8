internal import CGStreamer

package final class Pad: Object, @unchecked Sendable {
    // Invariant: as for Object, `pointer` never changes, and every function called through it is MT safe.
    var pad: UnsafeMutablePointer<GstPad> { pointer.assumingMemoryBound(to: GstPad.self) }

    /// The names of the pad's element and of the pad as `element.pad`, for messages.
    package var path: String {
        guard let owner = gst_pad_get_parent_element(pad) else { return name }
        return "\(Element(taking: owner).name).\(name)"
    }

    /// Shifts the running time of all buffers that pass the pad, in nanoseconds (`gst_pad_set_offset`).
    package func setOffset(_ nanoseconds: Int64) { gst_pad_set_offset(pad, Int(nanoseconds)) }

    /// Sends an end-of-stream event to this sink pad. Returns false if the pad rejects it.
    @discardableResult
    package func sendEndOfStream() -> Bool { gst_pad_send_event(pad, gst_event_new_eos()) != 0 }

    /// The media type of the pad's current or possible caps, such as `video/x-raw`; `nil` if it has none.
    package var mediaType: String? { (currentCaps ?? possibleCaps)?.structures.first?.name }

    /// The current caps of the pad; `nil` before they are negotiated.
    package var currentCaps: Caps? {
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        return Caps(taking: caps)
    }

    /// The caps that the pad could negotiate (`gst_pad_query_caps`).
    package var possibleCaps: Caps? {
        guard let caps = gst_pad_query_caps(pad, nil) else { return nil }
        return Caps(taking: caps)
    }

    /// Adds a probe, which calls `handler` on the streaming thread for each item of the types `kinds` that passes the
    /// pad. The handler's result decides whether the item passes, is dropped or is blocked (`ProbeVerdict`).
    ///
    /// A probe costs 50 to 190 ns per buffer. The handler must not block or change the pad's state.
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

/// A handle of a probe that was added to a pad. The probe can be removed with this handle.
package struct Probe: Sendable {
    let number: UInt
}

/// A closure that a probe calls for each item. Its result decides whether the item passes, is dropped or is blocked.
package typealias ProbeHandler = @Sendable (borrowing ProbeInfo) -> ProbeVerdict
