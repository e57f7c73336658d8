internal import CGStreamer
internal import Synchronization

/// Makes a media file of another one.
package enum MediaConversion {
    /// A stream of the new file: the elements that take what was decoded of the first stream of its kind. The last one's `src` goes to
    /// the muxer.
    package struct Stream {
        let kind: String
        let elements: [Element]

        package static func video(_ elements: [Element]) -> Stream { Stream(kind: "video", elements: elements) }

        package static func audio(_ elements: [Element]) -> Stream { Stream(kind: "audio", elements: elements) }
    }

    /// The limit for an encoded stream that waits for another one, in bytes.
    private static let most: UInt64 = 64 << 20

    /// Converts a file as fast as the machine has time for it. Blocks.
    ///
    /// - Parameters:
    ///   - demuxer: The factory that opens the container (`qtdemux`).
    ///   - target: The path of the new file.
    ///   - report: Called about twice a second with the time in nanoseconds up to which it is made.
    package static func convert(
        _ path: String, demuxer: String, _ streams: [Stream], muxer: Element, to target: String,
        report: (UInt64) -> Void
    ) throws {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let sink = try Element.make("filesink", name: "target", properties: [.init("location", .string(target))])
        try pipeline.addChain([muxer, sink])
        let time = Mutex<UInt64>(0)
        var entries: [String: Pad] = [:]
        for stream in streams {
            entries[stream.kind] = try pipeline.entry(of: stream, into: muxer)
            try stream.elements.last?.pad("src").addProbe(.buffers) { info in
                if let running = info.runningTime { time.withLock { $0 = max($0, UInt64(clamping: running)) } }
                return .pass
            }
        }
        let open = Mutex(entries)
        parser.onPadAdded { pad in
            let kind = pad.name.hasPrefix("video") ? "video" : "audio"
            guard pad.name.hasPrefix(kind), let entry = open.withLock({ $0.removeValue(forKey: kind) }) else { return }
            // A stream that cannot be linked ends in an error of the demuxer's.
            try? pad.link(to: entry)
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        while try !pipeline.waitForEnd(nanoseconds: 500_000_000) { report(time.withLock { $0 }) }
    }

    fileprivate static func queue(_ kind: String) throws -> Element {
        try Element.make(
            "queue", name: "\(kind)-queue",
            properties: [
                .init("max-size-buffers", .uint(0)), .init("max-size-time", .uint(0)),
                .init("max-size-bytes", .uint(most)),
            ])
    }
}

extension MediaPipeline {
    /// Adds what a stream goes through. Returns the pad that takes it as it comes out of the container.
    fileprivate func entry(of stream: MediaConversion.Stream, into muxer: Element) throws -> Pad {
        let (queue, decoder) = (try MediaConversion.queue(stream.kind), try Element.make("decodebin"))
        try addChain([queue, decoder])
        try addChain(stream.elements)
        try stream.elements[stream.elements.count - 1].pad("src").link(to: muxer.requestPad("\(stream.kind)_%u"))
        let decoded = try stream.elements[0].pad("sink")
        decoder.onPadAdded { pad in try? pad.link(to: decoded) }
        return try queue.pad("sink")
    }
}
