package import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
internal import GStreamer

/// Reads the data with which the library shows a recorded file before it is played: its format, stills and a waveform.
/// All functions block.
package struct FilePreview: Sendable {
    /// A JPEG picture that consists of many stills of a recorded file, arranged in rows of equal length.
    package struct Strip: Sendable {
        package var columns: Int
        package var rows: Int
        /// The size of each still in the strip, in pixels.
        package var size: FrameSize
        /// The time in the file between consecutive stills, in nanoseconds.
        package var interval: UInt64
        package var jpeg: [UInt8]
    }

    /// The peak amplitude of a file's sound over time: one value, 0 ... 1, for each interval.
    package struct Waveform: Sendable {
        /// The length of sound that each peak covers, in nanoseconds.
        package var interval: UInt64
        package var peaks: [Double]
    }

    private static let (mostStills, columns) = (60, 10)
    private static let mostPeaks: UInt64 = 2000
    private static let (stillEdge, posterEdge) = (160.0, 640.0)

    package let facts: MediaFacts
    let path: String
    let demuxer: String

    /// Opens a recorded file and reads its format.
    ///
    /// - Parameter name: the file's name, whose extension determines the container.
    /// - Throws: `diskFailed` if the file cannot be read, and `fault` if the extension is unknown.
    package init(_ path: String, named name: String) throws(GraphFailure) {
        (self.path, demuxer) = (path, try FileProbe.demuxer(of: name))
        do throws(GraphFailure) { facts = try MediaFacts(of: path) } catch { throw .unread(name, error.message) }
    }

    /// Returns a still of the file as JPEG. It is taken at a tenth of the file's length, but at most 5 seconds from its
    /// start. Returns `nil` if the file has no picture.
    package func poster() throws(GraphFailure) -> [UInt8]? {
        guard let video = facts.video else { return nil }
        let size = Self.size(of: video, within: Self.posterEdge)
        let time = min(UInt64(max(0, facts.duration)) / 10, 5_000_000_000)
        return try translating(in: nil) {
            let pictures = try MediaStills.pictures(
                of: path, demuxer: demuxer, at: [time, 0], width: size.width, height: size.height)
            return try pictures.compactMap { $0 }.first.map(Self.jpeg)
        }
    }

    /// Returns a strip of up to 60 stills of the file at equal intervals, at least one second apart. Returns `nil` if
    /// the file has no picture.
    package func strip() throws(GraphFailure) -> Strip? {
        guard let video = facts.video else { return nil }
        let size = Self.size(of: video, within: Self.stillEdge)
        let length = UInt64(max(0, facts.duration))
        let interval = max(1_000_000_000, length / UInt64(Self.mostStills))
        let count = max(1, min(Self.mostStills, Int((length + interval - 1) / interval)))
        let columns = min(count, Self.columns)
        return try translating(in: nil) {
            let stills = try MediaStills.pictures(
                of: path, demuxer: demuxer, at: (0..<count).map { UInt64($0) * interval }, width: size.width,
                height: size.height)
            let rows = (count + columns - 1) / columns
            let sheet = Self.sheet(of: stills, columns, rows, size)
            return Strip(columns: columns, rows: rows, size: size, interval: interval, jpeg: try Self.jpeg(sheet))
        }
    }

    /// Returns the waveform of the file's sound, with at most about 2,000 peaks; `nil` if the file has no sound.
    package func waveform() throws(GraphFailure) -> Waveform? {
        guard facts.audio != nil else { return nil }
        let least: UInt64 = 50_000_000
        let interval = max(least, UInt64(max(0, facts.duration)) / Self.mostPeaks / 1_000_000 * 1_000_000)
        return try translating(in: nil) {
            Waveform(interval: interval, peaks: try MediaPeaks.peaks(of: path, demuxer: demuxer, interval: interval))
        }
    }

    /// Returns the peak amplitudes, 0 ... 1, of one of the file's audio tracks. Throws `diskFailed` if the file cannot
    /// be read.
    ///
    /// - Parameters:
    ///   - track: the track's index, from 0.
    ///   - interval: the length of sound that each peak covers, in nanoseconds.
    package func peaks(track: Int, interval: UInt64) throws(GraphFailure) -> [Double] {
        do throws(GraphFailure) {
            return try translating(in: nil) {
                try MediaPeaks.peaks(of: path, demuxer: demuxer, track: track, interval: interval)
            }
        } catch {
            throw .unread(path, error.message)
        }
    }

    /// Returns the size of a still with the video's aspect ratio, whose longer side is at most `edge` pixels. Width and
    /// height are multiples of 4.
    static func size(of video: MediaFacts.Video, within edge: Double) -> FrameSize {
        let scale = min(1, edge / Double(max(video.width, video.height, 1)))
        let sides = [video.width, video.height].map { max(4, Int((Double($0) * scale / 4).rounded()) * 4) }
        return FrameSize(width: sides[0], height: sides[1])
    }

    /// Returns a single picture with all stills arranged in rows. Missing stills are black.
    static func sheet(
        of stills: [MediaStills.Picture?], _ columns: Int, _ rows: Int, _ size: FrameSize
    ) -> MediaStills.Picture {
        let line = 3 * size.width
        var bytes = [UInt8](repeating: 0, count: line * columns * size.height * rows)
        for (index, still) in stills.enumerated() {
            guard let still else { continue }
            let corner = (index / columns) * size.height * line * columns + (index % columns) * line
            for row in 0..<size.height {
                let place = corner + row * line * columns
                bytes.replaceSubrange(place..<(place + line), with: still.bytes[(row * line)..<((row + 1) * line)])
            }
        }
        return MediaStills.Picture(width: size.width * columns, height: size.height * rows, bytes: bytes)
    }

    private static func jpeg(_ picture: MediaStills.Picture) throws -> [UInt8] {
        guard let frame = StillFrame(picture) else { throw GraphFailure(.fault, message: "there is no still") }
        return try StillEncoding(frame: frame, format: .jpeg).perform().bytes
    }
}

extension MediaFacts {
    private static let words = [
        "video/x-h264": "h264", "video/x-h265": "hevc", "video/x-vp8": "vp8", "video/x-vp9": "vp9",
        "video/x-av1": "av1",
        "image/jpeg": "mjpeg", "video/x-prores": "prores", "audio/x-opus": "opus", "audio/x-flac": "flac",
        "audio/x-raw": "pcm",
    ]

    init(of path: String) throws(GraphFailure) {
        self.init(try translating(in: nil) { try MediaInfo.probe(path: path) })
    }

    init(_ info: MediaInfo) {
        let picture = info.video.first?.structures.first
        let sound = info.audio.first?.structures.first
        self.init(
            video: picture.flatMap(Video.init), audio: sound.map(Self.audio), duration: Int64(clamping: info.duration))
    }

    private static func audio(_ caps: Structure) -> String {
        guard caps.name == "audio/mpeg" else { return words[caps.name] ?? caps.name }
        return caps.int("mpegversion") == 1 ? "mp3" : "aac"
    }

    fileprivate static func codec(_ name: String) -> String { words[name] ?? name }
}

extension MediaFacts.Video {
    fileprivate init?(_ caps: Structure) {
        guard let width = caps.int("width"), let height = caps.int("height") else { return nil }
        var rate: FrameRate?
        if case .fraction(let top, let bottom)? = caps.fields["framerate"], top > 0, bottom > 0 {
            rate = FrameRate(top, bottom)
        }
        let form = [caps.texts("chroma-format").first ?? "4:2:0", "\(caps.int("bit-depth-luma") ?? 8)"]
        self.init(
            codec: MediaFacts.codec(caps.name), width: width, height: height, rate: rate,
            isRich: form != ["4:2:0", "8"])
    }
}
