internal import CGStreamer

/// Reads a stretch of one stream of a file from a key frame on, as fast as the consumer accepts it. Its functions
/// block.
package final class StretchReader: Sendable {
    private let pipeline: MediaPipeline
    private let demuxer: Element
    /// The demuxer's pad, once it has appeared.
    private let found = Promise<(pad: Pad, hold: Probe)>()
    /// Kept when the first buffer waits at the pad. A demuxer cannot seek before that.
    private let isWaiting = Promise<Void>()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - factory: the factory of the container's demuxer, such as `qtdemux`.
    ///   - pad: the name of the demuxer's pad, such as `video_0`.
    ///   - pipeline: contains linked elements that process the stream; the last one is a `fakesink` that ignores the
    ///     clock.
    ///   - entry: the pad that accepts the demuxed stream.
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
            // Nothing flows until the reader has sought to its start.
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

    /// Seeks to the key frame at or before a time and reads on. Reading ends with the file, or when a probe sends an
    /// end of stream.
    ///
    /// - Parameters:
    ///   - time: the time in the file in nanoseconds; 0 for the beginning.
    ///   - goesOn: called four times a second; returns false to cancel.
    /// - Returns: false if it was cancelled, or if the file has no such stream.
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
    /// The buffer's time in its file in nanoseconds; `nil` if it has none.
    package var fileTime: Int64? {
        presentationTime.map { Int64(clamping: $0) &+ (Segment(flowingThrough: pad)?.shift ?? 0) }
    }
}
