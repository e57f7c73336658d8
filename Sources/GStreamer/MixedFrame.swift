internal import CGStreamer

/// A frame that the mixer is about to draw. Valid only inside the handler that receives it.
package struct MixedFrame: ~Copyable {
    private let mixer: UnsafeMutablePointer<GstAggregator>
    private let segment: UnsafePointer<GstSegment>
    private let stamp: GstClockTime

    fileprivate init(
        _ mixer: UnsafeMutablePointer<GstAggregator>, _ segment: UnsafePointer<GstSegment>, _ stamp: GstClockTime
    ) {
        (self.mixer, self.segment, self.stamp) = (mixer, segment, stamp)
    }

    /// The running time of the frame to be drawn, in nanoseconds.
    package var runningTime: Int64? { Segment(raw: segment.pointee).runningTime(UInt64(stamp)) }

    /// Returns the running time, in nanoseconds, of the input picture that the mixer draws from one of its sink pads
    /// (`gst_aggregator_peek_next_sample`). Returns `nil` if it draws no picture from that pad.
    package func pictureTime(of pad: Pad) -> Int64? {
        guard
            gst_object_has_as_ancestor(
                pad.pointer.assumingMemoryBound(to: GstObject.self),
                UnsafeMutableRawPointer(mixer).assumingMemoryBound(to: GstObject.self)) != 0
        else { return nil }
        let input = pad.pointer.assumingMemoryBound(to: GstAggregatorPad.self)
        guard let sample = gst_aggregator_peek_next_sample(mixer, input) else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample), buffer.pointee.pts != UInt.max,
            let own = gst_sample_get_segment(sample)
        else { return nil }
        return Segment(raw: own.pointee).runningTime(UInt64(buffer.pointee.pts))
    }
}

extension Element {
    private typealias SamplesSelected =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<GstSegment>?, guint64, guint64, guint64, UnsafeMutableRawPointer?,
            UnsafeMutableRawPointer?
        ) -> Void

    /// Calls `handler` right before the mixer draws each frame, on its streaming thread (GstAggregator's
    /// `samples-selected`). The handler must not block.
    ///
    /// - Throws: `SettingError.unknownProperty` for an element that is not an aggregator.
    package func onEachFrame(_ handler: @escaping @Sendable (borrowing MixedFrame) -> Void) throws(SettingError) {
        try set("emit-signals", .bool(true))
        let callback: SamplesSelected = { mixer, segment, stamp, _, _, _, data in
            guard let mixer = mixer?.assumingMemoryBound(to: GstAggregator.self), let segment, let data else { return }
            let frame = MixedFrame(mixer, segment, GstClockTime(stamp))
            Box<@Sendable (borrowing MixedFrame) -> Void>.content(of: data)(frame)
        }
        connect("samples-selected", unsafeBitCast(callback, to: GCallback.self), Box(handler))
    }
}
