internal import CGStreamer
internal import Dispatch
internal import Synchronization

/// A copy of one frame with its form and its time: it holds nothing of the stream it was taken from.
public final class StillFrame: @unchecked Sendable {
    // Invariant: neither buffer nor caps are changed once they are copied, and their counts are atomic.
    private let buffer: UnsafeMutablePointer<GstBuffer>
    public let caps: Caps
    private let segment: Segment
    /// In nanoseconds.
    public let runningTime: Int64

    /// `nil` for what is no buffer, has no time or no form yet, or cannot be copied.
    fileprivate init?(_ info: borrowing ProbeInfo) {
        guard let own = info.seenBuffer, let stamp = info.presentationTime,
            let caps = gst_pad_get_current_caps(info.pad), let event = gst_pad_get_sticky_event(info.pad, .segment, 0)
        else { return nil }
        self.caps = Caps(taking: caps)
        var segment = Segment.open
        gst_event_copy_segment(event, &segment.raw)
        gst_event_unref(event)
        self.segment = segment
        guard let time = segment.runningTime(stamp), let copy = gst_buffer_copy_deep(own) else { return nil }
        (buffer, runningTime) = (copy, time)
    }

    deinit { gst_buffer_unref(buffer) }

    /// Gives this one frame to a sink pad as a stream of its own, with its beginning and its end.
    public func flow(into pad: Pad) {
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
    /// Copies the next frame that passes, or key frame where `isKey`; `nil` when none has come after `seconds`. Blocks; the
    /// stream is held up for as long as copying the frame takes.
    public func nextFrame(within seconds: Double, isKey: Bool = false) -> StillFrame? {
        let (taken, isTaken) = (Taken(), DispatchSemaphore(value: 0))
        let probe = addProbe(.buffers) { info in
            guard info.isBuffer, !isKey || info.isKeyFrame, taken.take(info) else { return .pass }
            isTaken.signal()
            return .pass
        }
        _ = isTaken.wait(timeout: .now() + seconds)
        remove(probe)
        return taken.frame
    }
}

/// Room for one frame.
private final class Taken: Sendable {
    private let state = Mutex<StillFrame?>(nil)

    var frame: StillFrame? { state.withLock { $0 } }

    /// Whether it is this one.
    func take(_ info: borrowing ProbeInfo) -> Bool {
        guard frame == nil, let copy = StillFrame(info) else { return false }
        state.withLock { $0 = copy }
        return true
    }
}
