internal import CGStreamer

/// A copy of one frame with its caps and time. It shares no memory with the stream.
package final class StillFrame: @unchecked Sendable {
    // Invariant: neither buffer nor caps are changed once they are copied, and their reference counts are atomic.
    private let buffer: UnsafeMutablePointer<GstBuffer>
    package let caps: Caps
    private let segment: Segment
    /// The running time of the frame, in nanoseconds.
    package let runningTime: Int64

    /// Copies the buffer that a probe has received. Returns `nil` for an event, for a buffer without a time or caps, or
    /// if there is not enough memory.
    package init?(_ info: borrowing ProbeInfo) {
        guard let own = info.buffer, let stamp = info.presentationTime,
            let caps = gst_pad_get_current_caps(info.pad), let segment = Segment(flowingThrough: info.pad)
        else { return nil }
        (self.caps, self.segment) = (Caps(taking: caps), segment)
        guard let time = segment.runningTime(stamp), let copy = gst_buffer_copy_deep(own) else { return nil }
        (buffer, runningTime) = (copy, time)
    }

    /// Creates a frame with the time 0 from an RGB picture; returns `nil` if there is not enough memory.
    package init?(_ picture: MediaStills.Picture) {
        let fields: [Setting.Field] = [
            .init("format", .string("RGB")), .init("width", .int(Int64(picture.width))),
            .init("height", .int(Int64(picture.height))), .init("framerate", .fraction(0, 1)),
        ]
        let caps: Caps
        do throws(SettingError) {
            caps = try Caps("video/x-raw", fields, SettingPlace(object: "still", property: "caps"))
        } catch {
            return nil
        }
        guard let copy = gst_buffer_new_memdup(picture.bytes, gsize(picture.bytes.count)) else { return nil }
        copy.pointee.pts = 0
        (buffer, self.caps, segment, runningTime) = (copy, caps, .open, 0)
    }

    deinit { gst_buffer_unref(buffer) }

    /// Pushes a complete stream that consists of this one frame into a sink pad: from the stream-start event to the end
    /// of stream.
    package func flow(into pad: Pad) {
        let send = { (event: UnsafeMutablePointer<GstEvent>?) in _ = gst_pad_send_event(pad.pad, event) }
        var segment = segment
        send(gst_event_new_stream_start("still"))
        send(gst_event_new_caps(caps.raw))
        send(gst_event_new_segment(&segment.raw))
        gst_pad_chain(pad.pad, gst_buffer_ref(buffer))
        send(gst_event_new_eos())
    }
}

extension Pad {
    /// Waits for the next frame that passes this pad (a key frame if `isKey` is true), and returns a copy. Returns
    /// `nil` if none passes within `seconds`. Blocks. Copying delays the stream.
    package func nextFrame(within seconds: Double, isKey: Bool = false) -> StillFrame? {
        let taken = Promise<StillFrame>()
        let probe = addProbe(.buffers) { info in
            guard !isKey || info.isKeyFrame, taken.current == nil, let copy = StillFrame(info) else { return .pass }
            taken.keep(copy)
            return .pass
        }
        defer { remove(probe) }
        return taken.wait(within: seconds)
    }
}
