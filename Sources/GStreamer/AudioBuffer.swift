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
    package func takeSilence(bytes: Int, stamp: UInt64, length: UInt64) {
        guard bytes > 0, let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return }
        gst_buffer_memset(buffer, 0, 0, gsize(bytes))
        buffer.pointee.pts = UInt(stamp)
        buffer.pointee.duration = UInt(length)
        gst_pad_chain(pad, buffer)
    }
}
