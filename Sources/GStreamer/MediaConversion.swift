internal import CGStreamer
internal import Synchronization

/// Converts a media file to another format.
package enum MediaConversion {
    /// A stream of the new file. `elements` process the first stream of its type in the old file, after decoding; the
    /// `src` pad of the last element is linked to the muxer.
    package struct Stream {
        let kind: String
        let elements: [Element]

        package static func video(_ elements: [Element]) -> Stream { Stream(kind: "video", elements: elements) }

        package static func audio(_ elements: [Element]) -> Stream { Stream(kind: "audio", elements: elements) }
    }

    /// The maximum number of bytes of an encoded stream that may wait in a queue until the muxer has received another
    /// stream's data.
    private static let most: UInt64 = 64 << 20

    /// Converts a media file as fast as the machine allows. Blocks. Throws if an element cannot be created or linked,
    /// or the first error that an element posts.
    ///
    /// - Parameters:
    ///   - demuxer: the factory name of the container's demuxer, such as `qtdemux`.
    ///   - target: the path of the new file.
    ///   - report: called about twice a second with the time converted so far, in nanoseconds.
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
            // If a stream cannot be linked, the demuxer reports an error.
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
    /// Adds the elements of a stream to the pipeline and links them to the muxer. Returns the pad that accepts the
    /// demuxed stream.
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
