internal import CGStreamer

extension ProbeInfo {
    /// Calls `body` with the received buffer's bytes, which `body` may change. If the buffer or its memory is shared,
    /// the buffer is first replaced by a copy.
    package func withWritableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        guard let buffer = writableBuffer() else { return }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, [.read, .write]) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
    }

    /// Cuts the received buffer's sound to `count` frames, beginning with frame `first` (`gst_audio_buffer_truncate`).
    ///
    /// - Parameters:
    ///   - bytesPerFrame: the size in bytes of one frame: one sample of each channel.
    ///   - stamp: the new presentation time of the first remaining frame, in nanoseconds; `nil` for none.
    ///   - length: the duration of the remaining frames, in nanoseconds.
    package func cutSound(from first: Int, count: Int, bytesPerFrame: Int, stamp: UInt64?, length: UInt64) {
        guard let whole = writableBuffer() else { return }
        let cut = gst_audio_buffer_truncate(whole, Int32(bytesPerFrame), gsize(first), gsize(count))
        info.pointee.data = UnsafeMutableRawPointer(cut)
        cut?.pointee.pts = stamp.map { UInt($0) } ?? UInt.max
        cut?.pointee.dts = UInt.max
        cut?.pointee.duration = UInt(length)
    }

    /// Makes the received buffer writable, by copying it if it is shared, and returns it (`gst_buffer_make_writable`).
    func writableBuffer() -> UnsafeMutablePointer<GstBuffer>? {
        guard let shared = buffer else { return nil }
        let own = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = gst_mini_object_make_writable(own) else { return nil }
        info.pointee.data = UnsafeMutableRawPointer(writable)
        return UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
    }
}

extension Pad {
    /// Pushes a buffer of zeros into this sink pad, on the calling thread (`gst_pad_chain`). No other thread may push
    /// into the pad at the same time.
    ///
    /// - Parameters:
    ///   - stamp: the buffer's presentation time in nanoseconds.
    ///   - length: the buffer's duration in nanoseconds.
    package func pushSilence(bytes: Int, stamp: UInt64, length: UInt64) {
        guard bytes > 0, let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return }
        gst_buffer_memset(buffer, 0, 0, gsize(bytes))
        buffer.pointee.pts = UInt(stamp)
        buffer.pointee.duration = UInt(length)
        gst_pad_chain(pad, buffer)
    }

    /// Pushes silence of the current audio format into this sink pad, in buffers of a tenth of a second
    /// (`gst_audio_format_info_fill_silence`). Must be called on the thread that pushes into the pad. Blocks until the
    /// pad's element has accepted the silence.
    ///
    /// - Parameter stretch: the range of presentation times that the silence fills, in nanoseconds.
    /// - Returns: false if the pad carries no raw sound, or accepts no more buffers.
    package func pushSilence(_ stretch: Range<Int64>) -> Bool {
        guard let caps = gst_pad_get_current_caps(pad) else { return false }
        defer { gst_caps_unref(caps) }
        var info = GstAudioInfo()
        guard gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0 else { return false }
        let step: Int64 = 100_000_000
        for begin in stride(from: stretch.lowerBound, to: stretch.upperBound, by: Int64.Stride(step)) {
            let length = min(step, stretch.upperBound - begin)
            guard pushSilence(&info, from: begin, length) else { return false }
        }
        return true
    }

    private func pushSilence(_ info: inout GstAudioInfo, from begin: Int64, _ length: Int64) -> Bool {
        let frames = Int((Double(length) * Double(info.rate) / 1e9).rounded())
        let bytes = frames * Int(info.bpf)
        guard frames > 0, let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return frames == 0 }
        var map = GstMapInfo()
        if gst_buffer_map(buffer, &map, [.write]) != 0 {
            gst_audio_format_info_fill_silence(info.finfo, map.data, gsize(bytes))
            gst_buffer_unmap(buffer, &map)
        }
        // If the channels are not interleaved, the buffer must declare its number of frames.
        if info.layout == .nonInterleaved { gst_buffer_add_audio_meta(buffer, &info, gsize(frames), nil) }
        buffer.pointee.pts = UInt(clamping: begin)
        buffer.pointee.duration = UInt(clamping: length)
        return gst_pad_chain(pad, buffer) == GstFlowReturn.ok
    }
}
