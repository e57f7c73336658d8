internal import CGStreamer

/// The beginning of a media file's picture.
package enum MediaStart {
    /// The time that the first frame may take, in seconds.
    private static var patience: Double { 10 * Double(Patience.factor) }

    /// Returns the time in the file of its first frame, in nanoseconds; `nil`: it has no picture. Only the beginning is read. Blocks.
    ///
    /// - Parameter demuxer: The factory that opens the container (`qtdemux`).
    package static func firstFrame(of path: String, demuxer: String) throws -> Int64? {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let first = Promise<Int64?>()
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") {
                pad.addProbe([.buffers, .events]) { info in
                    if let time = info.runningTime { first.keep(time) }
                    if case .endOfStream? = info.event { first.keep(nil) }
                    return .pass
                }
            }
            do { try pipeline?.discard(pad) } catch { first.keep(nil) }
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        let found = first.wait(within: patience) ?? nil
        // Of an error the bus tells more.
        if found == nil { _ = try pipeline.waitForEnd(nanoseconds: 0) }
        return found
    }
}
