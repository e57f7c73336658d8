internal import CGStreamer
internal import Synchronization

/// The streams of a media file, as its demuxer and parsers tell; nothing is decoded for it.
package struct MediaInfo: Sendable {
    /// Length in nanoseconds.
    package let duration: UInt64
    /// The factory that opens the container (`qtdemux`), or that parses sound without a container (`flacparse`); `nil` for a picture
    /// without a container.
    package let demuxer: String?
    /// The times in the file of the first picture and of the first sound, in nanoseconds, in the order of the streams' frames. Below
    /// 0: an edit list hides the frame.
    package let firstPicture: Int64?
    package let firstSound: Int64?
    /// Parsed caps of the video and sound streams, in the container's order.
    package let video: [Caps]
    package let audio: [Caps]
    /// True when the demuxer accepts a segment seek over the whole, as a loop over it needs; `nil`: nobody has asked.
    package let acceptsSegments: Bool?

    /// Opens the file with `parsebin` and waits until every stream's caps are known. Blocks for at most `seconds`, and
    /// longer where others go first.
    ///
    /// Throws the element's own error, or one of the `unknown` domain when nothing came in time.
    ///
    /// - Parameter asksForSegments: finds out `acceptsSegments`, too.
    package static func probe(path: String, seconds: UInt64 = 10, asksForSegments: Bool = false) throws -> MediaInfo {
        try probe(path: path, seconds: seconds, asksForSegments: asksForSegments) { try $0.swallow($1) }
    }

    /// - Parameter swallow: links a stream's pad to what takes its data, on a streaming thread. What it throws is thrown by `probe`.
    static func probe(
        path: String, seconds: UInt64 = 10, asksForSegments: Bool = false,
        swallow: @escaping @Sendable (MediaPipeline, Pad) throws -> Void
    ) throws -> MediaInfo {
        let parser = try Element.make("parsebin")
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let seen = Seen()
        parser.onPadAdded { [weak pipeline, weak parser] pad in
            seen.watch(pad)
            guard let pipeline else { return }
            do { try swallow(pipeline, pad) } catch {
                seen.failure.keep(error)
                // No data will come from this stream: whoever waits for it is told at once.
                parser?.postPadError("a stream cannot be linked")
            }
        }
        defer { pipeline.stop() }
        do {
            try pipeline.setState(.paused)
            try pipeline.waitForData(nanoseconds: seconds * UInt64(Patience.factor) * 1_000_000_000)
        } catch let error as GraphError {
            // The error that an element posts says more.
            throw seen.failure.current ?? pipeline.postedError ?? error
        } catch {
            throw seen.failure.current ?? error
        }
        let streams = seen.streams
        let isBare = opener(in: parser, hasPicture: streams.contains { $0.caps.isPicture }) == parserClass
        // Parsers estimate a length by and by (aacparse, mpegaudioparse): only its end tells it.
        if isBare, seen.isRead.wait(within: 60 * Double(Patience.factor)) == nil { throw LibraryError.endless }
        let times = seen.times.withLock { $0 }
        let length = isBare ? UInt64(clamping: times.values.map(\.end).max() ?? 0) : pipeline.duration ?? 0
        return read(parser, streams, times, length, asksForSegments)
    }

    /// The buffers and caps that have come out of the parser so far.
    private final class Seen: Sendable {
        let pads = Mutex<[Pad]>([])
        let times = Mutex<[String: StreamTimes]>([:])
        let isRead = Promise<Void>()
        /// The reason for which a stream could not be linked.
        let failure = Promise<any Error>()

        /// The streams whose caps are known.
        var streams: [(name: String, caps: Caps)] {
            pads.withLock { $0.compactMap { pad in pad.currentCaps.map { (name: pad.name, caps: $0) } } }
        }

        func watch(_ pad: Pad) {
            pads.withLock { $0.append(pad) }
            pad.addProbe([.buffers, .events]) { [self] info in
                // A sink would take a gap before the first frame for data, and be waited for no longer.
                if case .gap? = info.event { return .drop }
                if case .endOfStream? = info.event { isRead.keep(()) }
                if let time = info.fileTime, let stamp = info.presentationTime.map(Int64.init(clamping:)) {
                    let length = Int64(clamping: info.duration ?? 0)
                    times.withLock {
                        $0[pad.name, default: StreamTimes(inFile: time, stamp: stamp)].reach(stamp, lasting: length)
                    }
                }
                return .pass
            }
        }
    }

    /// The times of a stream's frames in nanoseconds: of the first one in the file and as it was given out, and the last one's end.
    private struct StreamTimes {
        var inFile: Int64
        var stamp: Int64
        var end: Int64 = 0

        /// A frame at `time` ends `length` later; what a file says may be too much to be added.
        mutating func reach(_ time: Int64, lasting length: Int64) {
            let (sum, isTooLarge) = time.addingReportingOverflow(length)
            end = max(end, isTooLarge ? .max : sum)
        }
    }

    private static func read(
        _ parser: Element, _ streams: [(name: String, caps: Caps)], _ times: [String: StreamTimes],
        _ length: UInt64, _ asksForSegments: Bool
    ) -> MediaInfo {
        let video = streams.filter { $0.caps.isPicture }
        let audio = streams.filter { $0.caps.isMedia(["audio/"]) }
        let word = opener(in: parser, hasPicture: !video.isEmpty)
        let demuxer = parser.child(ofClass: word)
        // matroskademux takes off the time of the first cluster, but not from the length.
        let isCounted = demuxer == "matroskademux"
        let first = times.mapValues { isCounted ? $0.stamp : $0.inFile }
        return MediaInfo(
            duration: length, demuxer: demuxer, firstPicture: video.first.flatMap { first[$0.name] },
            firstSound: audio.first.flatMap { first[$0.name] }, video: video.map(\.caps), audio: audio.map(\.caps),
            acceptsSegments: asksForSegments ? parser.acceptsSegments(of: word, until: length) : nil)
    }

    /// The class of the element that opens the file. Sound without a container has a parser instead, behind which nothing demuxes.
    private static func opener(in parser: Element, hasPicture: Bool) -> String {
        !hasPicture && parser.child(ofClass: "Demuxer") == nil ? parserClass : "Demuxer"
    }

    private static let parserClass = "Parser"
}

extension Caps {
    fileprivate var isPicture: Bool { isMedia(["video/", "image/"]) }

    fileprivate func isMedia(_ prefixes: [String]) -> Bool {
        structures.first.map { structure in prefixes.contains { structure.name.hasPrefix($0) } } ?? false
    }
}

extension MediaPipeline {
    /// A pipeline in which `parser` reads a file.
    convenience init(reading path: String, with parser: Element) throws {
        try self.init(name: "reading")
        try addChain([
            Element.make("filesrc", name: "source", properties: [.init("location", .string(path))]), parser,
        ])
    }

    /// Links a pad that appeared to a sink that keeps nothing. Pictures and sound are waited for, each behind a queue of its own so
    /// that one does not hold up the other; a subtitle may be minutes away. A full queue refuses what comes: one that gave up what it
    /// has might give up the segment before the caps are through (GStreamer: "Sticky event misordering").
    fileprivate func swallow(_ pad: Pad) throws {
        let isAwaited = ["video/", "image/", "audio/"].contains { pad.mediaType?.hasPrefix($0) == true }
        let queue = try Element.make(
            "queue", name: "queue-\(pad.name)",
            properties: [.init("leaky", .enumeration(type: "GstQueueLeaky", nick: "upstream"))])
        let sink = try Element.make(
            "fakesink", name: "sink-\(pad.name)", properties: [.init("async", .bool(isAwaited))])
        try addChain([queue, sink])
        for element in [sink, queue] { try syncState(of: element) }
        try pad.link(to: queue.pad("sink"))
    }

    /// Waits until every awaited sink has its first buffer (the pipeline's async-done message), and throws an error that comes before
    /// it. All pads and their caps are known by then: some parsers make out their caps from the first frame only.
    fileprivate func waitForData(nanoseconds: UInt64) throws(LibraryError) {
        guard try pop([.error, .eos, .asyncDone], nanoseconds, { _ in }) != nil else { throw .silence }
    }
}

extension MediaPipeline {
    /// The first error that an element has posted and nobody has read; `nil`: there is none.
    fileprivate var postedError: LibraryError? {
        do throws(LibraryError) { _ = try pop(.error, 0) { _ in } } catch { return error }
        return nil
    }
}

extension LibraryError {
    static let silence = LibraryError(domain: "unknown", code: 0, message: "nothing comes out of it")
    static let endless = LibraryError(domain: "unknown", code: 0, message: "its end does not come")
}

extension Element {
    /// Length in nanoseconds, where the element tells (`gst_element_query_duration`); it may answer that it does not know (-1).
    fileprivate var duration: UInt64? {
        var length: Int = 0
        return gst_element_query_duration(element, .time, &length) != 0 ? UInt64(exactly: length) : nil
    }

    /// Asks the element of a class inside this bin for the segment from the beginning to `end`, in nanoseconds.
    fileprivate func acceptsSegments(of word: String, until end: UInt64) -> Bool {
        var isAccepted = false
        let flags = GstSeekFlags(rawValue: GstSeekFlags.segment.rawValue | GstSeekFlags.flush.rawValue)
        _ = child(ofClass: word) { demuxer in
            isAccepted = gst_element_seek(demuxer, 1, .time, flags, .set, 0, .set, Int(clamping: end)) != 0
        }
        return end > 0 && isAccepted
    }

    /// The factory of the first element inside this bin whose class names `word` (`Codec/Demuxer`). One that only takes tags away
    /// (`id3demux`) is none: it knows no times.
    ///
    /// - Parameter use: is given that element.
    fileprivate func child(ofClass word: String, use: (UnsafeMutablePointer<GstElement>) -> Void = { _ in }) -> String?
    {
        let iterator = gst_bin_iterate_recurse(pointer.assumingMemoryBound(to: GstBin.self))
        defer { gst_iterator_free(iterator) }
        var item = GValue()
        defer { g_value_unset(&item) }
        while gst_iterator_next(iterator, &item) == .ok {
            let found = g_value_get_object(&item)?.assumingMemoryBound(to: GstElement.self)
            guard let found, let factory = gst_element_get_factory(found),
                let kind = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS),
                String(cString: kind).contains(word), !String(cString: kind).contains("Metadata")
            else { continue }
            use(found)
            return nameOfObject(UnsafeMutableRawPointer(factory))
        }
        return nil
    }
}
