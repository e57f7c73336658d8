internal import CGStreamer
internal import Synchronization

/// The times of a file's frames after a seek back to the beginning, as when the file is played in a loop.
///
/// These times may differ from those when the file is read for the first time. qtdemux of GStreamer 1.22 uses the times
/// of a fragment index (`tfra`) as decoding times, and matroskademux counts from the first cluster.
package struct LoopScan: Sendable {
    /// The times of the file's pictures in nanoseconds, in the order of the file.
    package let pictures: [Int64]
    /// The time of the file's first sound in nanoseconds; `nil` if it has no sound.
    package let firstSound: Int64?

    /// Reads a whole file after seeking to its beginning. Blocks. Throws if the file cannot be opened, or is truncated
    /// before its first frame.
    package static func scan(path: String, demuxer: String) throws -> LoopScan {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let frames = Mutex(Frames())
        let isBlocked = Promise<Void>()
        let held = Mutex<[(pad: Pad, probe: Probe)]>([])
        parser.onPadAdded { [weak pipeline] pad in
            let isPicture = pad.name.hasPrefix("video")
            pad.addProbe(.buffers) { info in
                if let time = info.fileTime { frames.withLock { $0.append(time, isPicture: isPicture) } }
                return .pass
            }
            if isPicture {
                let probe = pad.addProbe([.block, .buffers]) { _ in
                    isBlocked.keep(())
                    return .pass
                }
                held.withLock { $0.append((pad, probe)) }
            }
            do { try pipeline?.discard(pad) } catch { frames.withLock { $0.failure = $0.failure ?? .unlinked } }
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        guard isBlocked.wait(within: 10 * Double(Patience.factor)) != nil else { throw LibraryError.silence }
        guard parser.restart() else { throw LibraryError.unseekable }
        // The seek waits until no frame is in transit, so all later frames are from the file's beginning.
        frames.withLock { ($0.pictures, $0.sound) = ([], nil) }
        for (pad, probe) in held.withLock({ $0 }) { pad.remove(probe) }
        var tags: [String: String] = [:]
        try? pipeline.readToEnd(within: 10_000_000_000 * UInt64(Patience.factor), &tags) {
            frames.withLock { $0.pictures.count }
        }
        return try frames.withLock { frames in
            if let failure = frames.failure { throw failure }
            return LoopScan(pictures: frames.pictures, firstSound: frames.sound)
        }
    }

    private struct Frames {
        var pictures: [Int64] = []
        var sound: Int64?
        var failure: LibraryError?

        mutating func append(_ time: Int64, isPicture: Bool) {
            if isPicture { pictures.append(time) } else { sound = min(sound ?? time, time) }
        }
    }
}

extension Element {
    /// Seeks the element to the beginning of its file, without setting an end position. Returns false if the element
    /// rejects the seek.
    fileprivate func restart() -> Bool {
        gst_element_seek(
            element, 1, .time, GstSeekFlags(rawValue: GstSeekFlags.flush.rawValue), .set, 0, .set, Int.max / 2) != 0
    }
}

extension LibraryError {
    fileprivate static let unlinked = LibraryError(domain: "unknown", code: 0, message: "its streams cannot be read")
    fileprivate static let unseekable = LibraryError(domain: "unknown", code: 0, message: "it cannot be read twice")
}
