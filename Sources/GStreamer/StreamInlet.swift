internal import CGStreamer
internal import Synchronization

/// An inlet through which one thread pushes a stream into an unlinked sink pad of a pipeline. Pushing blocks until the
/// pipeline accepts the buffer.
package final class StreamInlet: Sendable {
    /// The result of pushing a buffer.
    package enum Flow: Sendable, Equatable {
        case taken
        /// The buffer was not pushed, because its format differs from the format with which the stream began.
        case otherForm
        /// The pipeline no longer accepts buffers, because it has failed or is being stopped.
        case refused
    }

    private let sink: Pad
    private let name: String
    private let form = Mutex<Caps?>(nil)

    /// Creates the inlet of one stream.
    /// - Parameter name: the stream's name in its pipeline.
    package init(into sink: Pad, named name: String) { (self.sink, self.name) = (sink, name) }

    /// Pushes a buffer that a probe has received. The buffer's memory is shared, not copied.
    ///
    /// - Parameters:
    ///   - stamp: the new presentation time of the buffer, in nanoseconds.
    ///   - length: the new duration of the buffer, in nanoseconds; `nil` to keep its own.
    ///   - mayChange: true if the stream's format may change, because each key frame carries its own headers.
    package func put(
        _ info: borrowing ProbeInfo, at stamp: Int64, length: Int64? = nil, mayChange: Bool = false
    ) -> Flow {
        guard let shared = info.buffer, let copy = sharedCopy(shared) else { return .refused }
        guard begin(info.pad, mayChange) else {
            gst_buffer_unref(copy)
            return .otherForm
        }
        // The decoding time equals the presentation time, because no stream that uses this inlet has reordered frames.
        (copy.pointee.pts, copy.pointee.dts) = (UInt(clamping: stamp), UInt(clamping: stamp))
        if let length { copy.pointee.duration = UInt(clamping: length) }
        return gst_pad_chain(sink.pad, copy) == GstFlowReturn.ok ? .taken : .refused
    }

    /// Pushes a part of a buffer of raw sound that a probe has received.
    ///
    /// - Parameters:
    ///   - frames: the range of frames to push, relative to the buffer's beginning.
    ///   - bytesPerFrame: the size of one sample of all channels together, in bytes.
    ///   - stamp: the new presentation time of the first frame, in nanoseconds.
    ///   - length: the duration of the frames, in nanoseconds.
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

    /// Begins the stream with the caps of the probed pad. Does nothing if the stream has already begun with the same
    /// caps; returns false if it has begun with others.
    package func begin(like info: borrowing ProbeInfo) -> Bool { begin(info.pad, false) }

    /// Pushes `bytes` bytes of silence in the stream's format. The stream must have begun. Times are in nanoseconds.
    package func putSilence(bytes: Int, at stamp: Int64, length: Int64) {
        sink.pushSilence(bytes: bytes, stamp: UInt64(clamping: stamp), length: UInt64(clamping: length))
    }

    /// Ends the stream with an end-of-stream event.
    package func end() { sink.sendEndOfStream() }

    /// Begins the stream with the caps of `source`, unless it has already begun. Returns false if the stream has begun
    /// with other caps and `mayChange` is false.
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

    /// Returns true if the pad's current caps match `form` in all fields that decoders and containers need. Ignores all
    /// other fields.
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
    /// The sample rate of the raw sound at the probed pad, in hertz, and the size of one sample of all channels
    /// together, in bytes. `nil` for other types of stream.
    package var soundForm: (rate: Int, bytesPerFrame: Int)? {
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        defer { gst_caps_unref(caps) }
        var format = GstAudioInfo()
        guard gst_audio_info_from_caps(&format, caps) != 0, format.rate > 0, format.bpf > 0 else { return nil }
        return (Int(format.rate), Int(format.bpf))
    }
}

/// Returns a new buffer that shares the memory of `buffer` (`gst_buffer_copy_region`).
private func sharedCopy(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
    gst_buffer_copy_region(buffer, [.flags, .timestamps, .meta, .memory], 0, gst_buffer_get_size(buffer))
}
