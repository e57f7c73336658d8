internal import CGStreamer
internal import Synchronization

/// The way of a stream into a sink pad that is linked to nothing, from another pipeline, on the thread on which the stream comes. Whoever
/// puts something in waits until it is taken.
package final class StreamInlet: Sendable {
    /// The result of pushing a buffer.
    package enum Flow: Sendable, Equatable {
        case taken
        /// The stream has another form than it began with.
        case otherForm
        /// The pipeline takes nothing more: it has failed, or is brought down.
        case refused
    }

    private let sink: Pad
    private let name: String
    private let form = Mutex<Caps?>(nil)

    /// - Parameter name: the stream's own in its pipeline.
    package init(into sink: Pad, named name: String) { (self.sink, self.name) = (sink, name) }

    /// Puts a buffer in, whose memory is shared.
    ///
    /// - Parameters:
    ///   - stamp: its presentation time in nanoseconds.
    ///   - length: its duration in nanoseconds; `nil`: as it is.
    ///   - mayChange: the stream tells what it is by itself, so that the form with which it began does for all of it.
    package func put(
        _ info: borrowing ProbeInfo, at stamp: Int64, length: Int64? = nil, mayChange: Bool = false
    ) -> Flow {
        guard let shared = info.buffer, let copy = sharedCopy(shared) else { return .refused }
        guard begin(info.pad, mayChange) else {
            gst_buffer_unref(copy)
            return .otherForm
        }
        // No stream that comes here shows its frames in another order than it has them.
        (copy.pointee.pts, copy.pointee.dts) = (UInt(clamping: stamp), UInt(clamping: stamp))
        if let length { copy.pointee.duration = UInt(clamping: length) }
        return gst_pad_chain(sink.pad, copy) == GstFlowReturn.ok ? .taken : .refused
    }

    /// Puts a part of a buffer of raw sound in.
    ///
    /// - Parameters:
    ///   - frames: the samples of every channel, counted from the buffer's beginning.
    ///   - bytesPerFrame: the bytes of one sample of every channel.
    ///   - stamp: the presentation time of the first, in nanoseconds; `length`: the duration.
    package func putSound(
        _ info: borrowing ProbeInfo, frames: Range<Int>, bytesPerFrame: Int, at stamp: Int64, length: Int64
    ) -> Flow {
        guard let whole = info.buffer, begin(info.pad, false) else { return .otherForm }
        guard
            let part = gst_buffer_copy_region(
                whole, [.flags, .memory], gsize(frames.lowerBound * bytesPerFrame), gsize(frames.count * bytesPerFrame))
        else { return .refused }
        (part.pointee.pts, part.pointee.dts) = (UInt(clamping: stamp), UInt.max)
        part.pointee.duration = UInt(clamping: length)
        return gst_pad_chain(sink.pad, part) == GstFlowReturn.ok ? .taken : .refused
    }

    /// Tells the pad what comes, by what flows through a probed pad. Returns false where that has another form than before.
    package func begin(like info: borrowing ProbeInfo) -> Bool { begin(info.pad, false) }

    /// Puts silence in, of the form that the stream has; it has begun.
    package func putSilence(bytes: Int, at stamp: Int64, length: Int64) {
        sink.pushSilence(bytes: bytes, stamp: UInt64(clamping: stamp), length: UInt64(clamping: length))
    }

    /// The stream ends.
    package func end() { sink.sendEndOfStream() }

    /// Tells the pad what comes, the first time. Returns false where the form has changed.
    private func begin(_ source: UnsafeMutablePointer<GstPad>, _ mayChange: Bool) -> Bool {
        form.withLock { form in
            if let form, mayChange || isSame(form, source) { return true }
            guard form == nil, let caps = gst_pad_get_current_caps(source) else { return false }
            gst_pad_send_event(sink.pad, gst_event_new_stream_start(name))
            gst_pad_send_event(sink.pad, gst_event_new_caps(caps))
            var segment = Segment.open.raw
            gst_pad_send_event(sink.pad, gst_event_new_segment(&segment))
            form = Caps(taking: caps)
            return true
        }
    }

    /// Compares what decoders and containers have to know; the rest are remarks.
    private func isSame(_ form: Caps, _ source: UnsafeMutablePointer<GstPad>) -> Bool {
        guard let caps = gst_pad_get_current_caps(source) else { return false }
        let now = Caps(taking: caps)
        if gst_caps_is_equal(form.raw, now.raw) != 0 { return true }
        guard let before = form.structures.first, let after = now.structures.first else { return false }
        return before.name == after.name
            && ["codec_data", "width", "height", "stream-format", "rate", "channels", "format"].allSatisfy {
                before.fields[$0] == after.fields[$0]
            }
    }
}

extension ProbeInfo {
    /// Samples a second, and the bytes of one sample of every channel, of the raw sound that flows here; `nil`: it is none.
    package var soundForm: (rate: Int, bytesPerFrame: Int)? {
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        defer { gst_caps_unref(caps) }
        var format = GstAudioInfo()
        guard gst_audio_info_from_caps(&format, caps) != 0, format.rate > 0, format.bpf > 0 else { return nil }
        return (Int(format.rate), Int(format.bpf))
    }
}

/// A buffer of its own with the memory of another one (`gst_buffer_copy_region`).
private func sharedCopy(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
    gst_buffer_copy_region(buffer, [.flags, .timestamps, .meta, .memory], 0, gst_buffer_get_size(buffer))
}
