internal import CGStreamer

/// A reader of a part of one stream of a media file. It begins at a key frame and reads as fast as the consumer accepts
/// the data. Its functions block.
package final class StretchReader: Sendable {
    private let pipeline: MediaPipeline
    private let demuxer: Element
    /// The promise of the demuxer's pad and of the probe that blocks the pad, fulfilled once the pad exists.
    private let found = Promise<(pad: Pad, hold: Probe)>()
    /// The promise that is fulfilled when the first buffer waits at the demuxer's pad. A demuxer cannot seek before
    /// this buffer exists.
    private let isWaiting = Promise<Void>()

    /// Opens a media file for reading one of its streams.
    ///
    /// - Parameters:
    ///   - factory: the factory name of the container's demuxer, such as `qtdemux`.
    ///   - pad: the name of the demuxer's pad that delivers the stream, such as `video_0`.
    ///   - pipeline: a pipeline with linked elements that process the stream; the last one is a `fakesink` that ignores
    ///     the clock.
    ///   - entry: the pad of these elements that accepts the demuxed stream.
    package init(
        _ path: String, demuxer factory: String, pad: String, in pipeline: MediaPipeline, to entry: Pad
    ) throws {
        self.pipeline = pipeline
        demuxer = try Element.make(factory)
        try pipeline.addChain([
            Element.make("filesrc", name: "stretch-source", properties: [.init("location", .string(path))]), demuxer,
        ])
        demuxer.onPadAdded { [found, isWaiting] appeared in
            guard appeared.name == pad else { return }
            // No buffer passes until the reader has sought to its start position.
            let hold = appeared.addProbe([.block, .buffers]) { _ in
                isWaiting.keep(())
                return .pass
            }
            do throws(GraphError) {
                try appeared.link(to: entry)
                found.keep((appeared, hold))
            } catch {
                appeared.element?.postPadError("\(error)")
            }
        }
    }

    deinit { pipeline.stop() }

    /// Seeks to the key frame at or before a time and reads the stream from there. Reading ends with the file, or when
    /// a probe sends an end of stream.
    ///
    /// - Parameters:
    ///   - time: the time in the file in nanoseconds; 0 for the beginning.
    ///   - goesOn: called four times a second; returns false to cancel.
    /// - Returns: false if `goesOn` cancelled, or if the file has no such stream.
    package func read(from time: Int64, goesOn: () -> Bool) throws -> Bool {
        try pipeline.setState(.playing)
        var patience = 40
        while isWaiting.wait(within: 0.25) == nil {
            if try pipeline.waitForEnd(nanoseconds: 0) { return false }
            patience -= 1
            guard goesOn(), patience > 0 else { return false }
        }
        guard let (pad, hold) = found.current else { return false }
        if time > 0 {
            let flags = [GstSeekFlags.flush, .keyUnit, .snapBefore].reduce(0) { $0 | $1.rawValue }
            gst_element_seek_simple(demuxer.element, .time, GstSeekFlags(rawValue: flags), gint64(time))
        }
        pad.remove(hold)
        while try !pipeline.waitForEnd(nanoseconds: 250_000_000) { guard goesOn() else { return false } }
        return true
    }
}

extension ProbeInfo {
    /// The received buffer's time in its media file, in nanoseconds; `nil` if the buffer has no time stamp.
    package var fileTime: Int64? {
        presentationTime.map { Int64(clamping: $0) &+ (Segment(flowingThrough: pad)?.shift ?? 0) }
    }
}
