internal import CGStreamer
internal import Synchronization

/// A reader that decodes one stream of a media file as fast as possible. Its functions block.
final class MediaReader {
    /// The type of the stream to decode.
    enum Kind: String { case video, audio }

    /// The timeout after which reading a file without progress fails, in nanoseconds.
    private static var patience: UInt64 { 10_000_000_000 * UInt64(Patience.factor) }
    private let pipeline: MediaPipeline

    /// Opens a media file and prepares to decode one of its streams.
    ///
    /// - Parameters:
    ///   - demuxer: the factory name of the container's demuxer, such as `qtdemux`.
    ///   - track: the number of the stream among those of its type; `nil` for the first one found.
    ///   - elements: the elements that process the decoded stream; the last one must be a `fakesink` named `end`.
    init(_ path: String, demuxer: String, _ kind: Kind, track: Int? = nil, _ elements: [Element]) throws {
        let parser = try Element.make(demuxer)
        pipeline = try MediaPipeline(reading: path, with: parser)
        let decoder = try Element.make("decodebin")
        try pipeline.addChain(elements)
        try pipeline.add(decoder)
        let isLinked = Mutex(false)
        let (encoded, decoded) = (try decoder.pad("sink"), try elements[0].pad("sink"))
        parser.onPadAdded { pad in
            let isFirst = isLinked.withLock { linked in
                guard !linked, pad.name.hasPrefix(kind.rawValue) else { return false }
                if let track, pad.name != "\(kind.rawValue)_\(track)" { return false }
                linked = true
                return true
            }
            // If the stream cannot be linked, no first frame arrives, and the wait for it times out.
            if isFirst { try? pad.link(to: encoded) }
        }
        decoder.onPadAdded { pad in try? pad.link(to: decoded) }
    }

    deinit { pipeline.stop() }

    /// Waits for the stream's first frame (`async-done`), and stays paused at that frame. Throws if an element posts an
    /// error or if no frame arrives within `patience`.
    func open() throws {
        try pipeline.setState(.paused)
        try awaitFrame()
    }

    /// Seeks to the key frame nearest to `time`, in nanoseconds, and waits until that frame has arrived. Throws if it
    /// does not arrive within `patience`.
    func seek(to time: UInt64) throws {
        let flags = [GstSeekFlags.flush, .keyUnit, .snapNearest].reduce(0) { $0 | $1.rawValue }
        gst_element_seek_simple(pipeline.element, .time, GstSeekFlags(rawValue: flags), gint64(time))
        try awaitFrame()
    }

    private func awaitFrame() throws {
        guard try pipeline.pop([.error, .eos, .asyncDone], Self.patience, { $0.pointee.type == .asyncDone }) == true
        else { throw LibraryError.silence }
    }

    /// Reads the stream to its end. Throws if `progress` does not increase within `patience`.
    func readToEnd(_ progress: () -> Int) throws {
        try pipeline.setState(.playing)
        var before = -1
        while try !pipeline.waitForEnd(nanoseconds: Self.patience) {
            guard progress() > before else { throw LibraryError.stalled }
            before = progress()
        }
    }
}

/// Functions that read small still pictures from a media file.
package enum MediaStills {
    /// A picture in RGB without padding between its rows.
    package struct Picture: Sendable {
        package var width: Int
        package var height: Int
        package var bytes: [UInt8]

        package init(width: Int, height: Int, bytes: [UInt8]) {
            (self.width, self.height, self.bytes) = (width, height, bytes)
        }
    }

    /// Returns the pictures of the key frames nearest to the given times; `nil` for each picture that cannot be read.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - times: the times in the file, in nanoseconds.
    ///   - width: the width of the pictures in pixels, a multiple of 4, so that rows need no padding. The same applies
    ///     to `height`.
    package static func pictures(
        of path: String, demuxer: String, at times: [UInt64], width: Int, height: Int
    ) throws -> [Picture?] {
        let form = Setting.caps(
            mediaType: "video/x-raw",
            fields: [
                .init("format", .string("RGB")), .init("width", .int(Int64(width))),
                .init("height", .int(Int64(height))),
                .init("pixel-aspect-ratio", .fraction(1, 1)),
            ])
        let end = try Element.make("fakesink", name: "end", properties: [.init("sync", .bool(false))])
        let elements = [
            try Element.make("videoconvert"), try Element.make("videoscale"),
            try Element.make("capsfilter", name: "form", properties: [.init("caps", form)]), end,
        ]
        let newest = Mutex<[UInt8]>([])
        try end.pad("sink").addProbe(.buffers) { info in
            let bytes = info.bytes
            newest.withLock { $0 = bytes }
            return .pass
        }
        let reader = try MediaReader(path, demuxer: demuxer, .video, elements)
        try reader.open()
        return times.map { time in
            newest.withLock { $0 = [] }
            guard (try? reader.seek(to: time)) != nil else { return nil }
            let bytes = newest.withLock { $0 }
            return bytes.count == 3 * width * height ? Picture(width: width, height: height, bytes: bytes) : nil
        }
    }
}

/// Functions that measure the peak amplitudes of a media file's sound over time, as for a waveform.
package enum MediaPeaks {
    /// Returns the peak amplitude, 0 ... 1, of each interval of an audio track. Blocks while the file is read.
    ///
    /// - Parameters:
    ///   - track: the number of the audio track; `nil` for the first one found.
    ///   - interval: the length of each interval in nanoseconds; it is rounded down to whole milliseconds.
    package static func peaks(
        of path: String, demuxer: String, track: Int? = nil, interval: UInt64
    ) throws -> [Double] {
        let rate = 8000
        let form = Setting.caps(
            mediaType: "audio/x-raw",
            fields: [
                .init("format", .string("F32LE")), .init("channels", .int(1)), .init("rate", .int(Int64(rate))),
            ])
        let end = try Element.make("fakesink", name: "end", properties: [.init("sync", .bool(false))])
        let elements = [
            try Element.make("audioconvert"), try Element.make("audioresample"),
            try Element.make("capsfilter", name: "form", properties: [.init("caps", form)]), end,
        ]
        let each = max(1, Int(interval) / 1_000_000 * rate / 1000)
        let meter = Mutex(PeakMeter(each: each))
        try end.pad("sink").addProbe(.buffers) { info in
            let bytes = info.bytes
            meter.withLock { $0.append(bytes) }
            return .pass
        }
        let reader = try MediaReader(path, demuxer: demuxer, .audio, track: track, elements)
        try reader.open()
        try reader.readToEnd { meter.withLock { $0.samples } }
        return meter.withLock { $0.peaks }
    }
}

/// A meter that determines the peak amplitude of each interval of a sound.
struct PeakMeter {
    /// The number of samples in each interval that gets a peak.
    let each: Int
    private(set) var samples = 0
    private(set) var peaks: [Double] = []

    init(each: Int) { self.each = each }

    /// Adds samples to the measurement: 32-bit floating-point samples of one channel, in the machine's byte order.
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count - 3, by: 4) {
                let sample = Double(abs(raw.loadUnaligned(fromByteOffset: offset, as: Float.self)))
                if samples % each == 0 { peaks.append(0) }
                samples += 1
                if sample.isFinite, sample > peaks[peaks.count - 1] { peaks[peaks.count - 1] = min(1, sample) }
            }
        }
    }
}
