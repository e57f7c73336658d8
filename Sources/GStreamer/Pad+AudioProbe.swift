internal import CGStreamer

extension ProbeInfo {
    /// Hands out the buffer's bytes to be changed: those of a copy where somebody else has the same buffer or memory.
    package func withWritableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        guard let buffer = writableBuffer() else { return }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, [.read, .write]) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
    }

    /// Leaves of the buffer's sound `count` frames from frame `first` on (`gst_audio_buffer_truncate`).
    ///
    /// - Parameters:
    ///   - bytesPerFrame: the bytes of one sample of every channel, which stand side by side.
    ///   - stamp: the new presentation time of the first frame, in nanoseconds; `nil`: it has none.
    ///   - length: the duration of the rest, in nanoseconds.
    package func cutSound(from first: Int, count: Int, bytesPerFrame: Int, stamp: UInt64?, length: UInt64) {
        guard let whole = writableBuffer() else { return }
        let cut = gst_audio_buffer_truncate(whole, Int32(bytesPerFrame), gsize(first), gsize(count))
        info.pointee.data = UnsafeMutableRawPointer(cut)
        cut?.pointee.pts = stamp.map { UInt($0) } ?? UInt.max
        cut?.pointee.dts = UInt.max
        cut?.pointee.duration = UInt(length)
    }

    /// The buffer as nobody else has it (`gst_buffer_make_writable`).
    func writableBuffer() -> UnsafeMutablePointer<GstBuffer>? {
        guard let shared = buffer else { return nil }
        let own = UnsafeMutableRawPointer(shared).assumingMemoryBound(to: GstMiniObject.self)
        guard let writable = gst_mini_object_make_writable(own) else { return nil }
        info.pointee.data = UnsafeMutableRawPointer(writable)
        return UnsafeMutableRawPointer(writable).assumingMemoryBound(to: GstBuffer.self)
    }
}

extension Pad {
    /// Puts a buffer of zeros through this sink pad, on the calling thread (`gst_pad_chain`). Nothing else may be pushing into it.
    ///
    /// - Parameters:
    ///   - stamp: its presentation time in nanoseconds.
    ///   - length: its duration in nanoseconds.
    package func pushSilence(bytes: Int, stamp: UInt64, length: UInt64) {
        guard bytes > 0, let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return }
        gst_buffer_memset(buffer, 0, 0, gsize(bytes))
        buffer.pointee.pts = UInt(stamp)
        buffer.pointee.duration = UInt(length)
        gst_pad_chain(pad, buffer)
    }

    /// Puts silence of the form that flows here through this sink pad, on the calling thread, which is the one that pushes into it, in
    /// buffers of a tenth of a second (`gst_audio_format_info_fill_silence`). Blocks as long as the pad's element does.
    ///
    /// - Parameter stretch: presentation times in nanoseconds.
    /// - Returns: `false` where no raw sound flows, or the pad takes nothing more.
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
        // Where the channels lie one behind the other, a buffer tells how many frames it holds.
        if info.layout == .nonInterleaved { gst_buffer_add_audio_meta(buffer, &info, gsize(frames), nil) }
        buffer.pointee.pts = UInt(clamping: begin)
        buffer.pointee.duration = UInt(clamping: length)
        return gst_pad_chain(pad, buffer) == GstFlowReturn.ok
    }
}
