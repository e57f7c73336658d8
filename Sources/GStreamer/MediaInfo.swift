internal import CGStreamer
internal import Synchronization

/// The streams of a media file, as its demuxer and parsers report them. The file is not decoded.
package struct MediaInfo: Sendable {
    /// The length of the file in nanoseconds.
    package let duration: UInt64
    /// The factory name of the container's demuxer (`qtdemux`), or, for sound without a container, of its parser
    /// (`flacparse`). `nil` for pictures without a container.
    package let demuxer: String?
    /// The time of the file's first picture, in nanoseconds. Negative if an edit list hides that picture; `nil` if the
    /// file has no pictures.
    package let firstPicture: Int64?
    /// The time of the file's first sound, in nanoseconds. Negative if an edit list hides it; `nil` if the file has no
    /// sound.
    package let firstSound: Int64?
    /// The parsed caps of the file's video streams, in the container's order.
    package let video: [Caps]
    /// The parsed caps of the file's audio streams, in the container's order.
    package let audio: [Caps]
    /// True if the demuxer accepts a segment seek over the whole file, which is required to play the file in a loop.
    /// `nil` if this was not tested.
    package let acceptsSegments: Bool?

    /// Opens a media file with `parsebin` and waits until the caps of all streams are known. Blocks for at most
    /// `seconds`, or longer in a low-priority process.
    ///
    /// - Parameter asksForSegments: true to also determine `acceptsSegments`.
    /// - Throws: the element's own error, or an error of the `unknown` domain if nothing arrived in time.
    package static func probe(path: String, seconds: UInt64 = 10, asksForSegments: Bool = false) throws -> MediaInfo {
        try probe(path: path, seconds: seconds, asksForSegments: asksForSegments) { try $0.swallow($1) }
    }

    /// Opens a media file and waits until the caps of all streams are known.
    /// - Parameter swallow: called on a streaming thread with each stream's pad, to link it to a sink. `probe` throws
    ///   its errors.
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
                // No data will come from this stream, so the posted error ends the wait at once.
                parser?.postPadError("a stream cannot be linked")
            }
        }
        defer { pipeline.stop() }
        do {
            try pipeline.setState(.paused)
            try pipeline.waitForData(nanoseconds: seconds * UInt64(Patience.factor) * 1_000_000_000)
        } catch let error as GraphError {
            // If possible, throws the error that an element has posted, because it is more specific.
            throw seen.failure.current ?? pipeline.postedError ?? error
        } catch {
            throw seen.failure.current ?? error
        }
        let streams = seen.streams
        let isBare = opener(in: parser, hasPicture: streams.contains { $0.caps.isPicture }) == parserClass
        // Parsers refine their estimate of the length (aacparse, mpegaudioparse); only the end of the stream determines
        // it.
        if isBare, seen.isRead.wait(within: 60 * Double(Patience.factor)) == nil { throw LibraryError.endless }
        let times = seen.times.withLock { $0 }
        let length = isBare ? UInt64(clamping: times.values.map(\.end).max() ?? 0) : pipeline.duration ?? 0
        return read(parser, streams, times, length, asksForSegments)
    }

    /// Collects the times and caps of the buffers that the parser outputs.
    private final class Seen: Sendable {
        let pads = Mutex<[Pad]>([])
        let times = Mutex<[String: StreamTimes]>([:])
        let isRead = Promise<Void>()
        /// The reason why a stream could not be linked.
        let failure = Promise<any Error>()

        /// The names and caps of the streams whose caps are known so far.
        var streams: [(name: String, caps: Caps)] {
            pads.withLock { $0.compactMap { pad in pad.currentCaps.map { (name: pad.name, caps: $0) } } }
        }

        func watch(_ pad: Pad) {
            pads.withLock { $0.append(pad) }
            pad.addProbe([.buffers, .events]) { [self] info in
                // A sink would accept a gap before the first frame as data, and the wait for data would end too early.
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

    /// The times of one stream's frames, in nanoseconds. `inFile`: the first frame's time in the file. `stamp`: the
    /// first frame's time stamp. `end`: the end of the last frame.
    private struct StreamTimes {
        var inFile: Int64
        var stamp: Int64
        var end: Int64 = 0

        /// Registers a frame of the stream at `time` with the duration `length`, in nanoseconds. Values that are too
        /// large are clamped, because a file may contain any values.
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
        // matroskademux subtracts the time of the first cluster from time stamps, but not from the length.
        let isCounted = demuxer == "matroskademux"
        let first = times.mapValues { isCounted ? $0.stamp : $0.inFile }
        return MediaInfo(
            duration: length, demuxer: demuxer, firstPicture: video.first.flatMap { first[$0.name] },
            firstSound: audio.first.flatMap { first[$0.name] }, video: video.map(\.caps), audio: audio.map(\.caps),
            acceptsSegments: asksForSegments ? parser.acceptsSegments(of: word, until: length) : nil)
    }

    /// Returns the class of the element that opens the file: a demuxer, or, for sound without a container, a parser.
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
    /// Creates a pipeline in which the element `parser` reads the file at `path`.
    convenience init(reading path: String, with parser: Element) throws {
        try self.init(name: "reading")
        try addChain([
            Element.make("filesrc", name: "source", properties: [.init("location", .string(path))]), parser,
        ])
    }

    /// Links a new pad to a sink that discards everything. The pipeline waits for pictures and sound, but not for
    /// subtitles, which may be minutes away. Each stream has its own queue, so that no stream blocks another. A full
    /// queue drops new buffers: if it dropped old ones, it could drop the segment before the caps have passed
    /// (GStreamer: "Sticky event misordering").
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

    /// Waits until every sink that the pipeline waits for has its first buffer (the pipeline's async-done message), or
    /// throws an error posted earlier. Afterwards all pads and their caps are known, because some parsers derive the
    /// caps from the first frame.
    fileprivate func waitForData(nanoseconds: UInt64) throws(LibraryError) {
        guard try pop([.error, .eos, .asyncDone], nanoseconds, { _ in }) != nil else { throw .silence }
    }
}

extension MediaPipeline {
    /// The first unread error on the pipeline's bus; `nil` if there is none.
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
    /// The length of the element's stream in nanoseconds (`gst_element_query_duration`); `nil` if the element does not
    /// know it.
    fileprivate var duration: UInt64? {
        var length: Int = 0
        return gst_element_query_duration(element, .time, &length) != 0 ? UInt64(exactly: length) : nil
    }

    /// Returns true if the element of class `word` inside this bin accepts a segment seek from the beginning to `end`,
    /// in nanoseconds.
    fileprivate func acceptsSegments(of word: String, until end: UInt64) -> Bool {
        var isAccepted = false
        let flags = GstSeekFlags(rawValue: GstSeekFlags.segment.rawValue | GstSeekFlags.flush.rawValue)
        _ = child(ofClass: word) { demuxer in
            isAccepted = gst_element_seek(demuxer, 1, .time, flags, .set, 0, .set, Int(clamping: end)) != 0
        }
        return end > 0 && isAccepted
    }

    /// Returns the factory name of the first element inside this bin whose class contains `word` (`Codec/Demuxer`).
    /// Skips elements that only remove tags (`id3demux`), because they do not know times. Returns `nil` if none is
    /// found.
    ///
    /// - Parameter use: called with the element that is found.
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
