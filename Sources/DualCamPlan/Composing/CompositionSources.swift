package import DualCamConfig

/// The recorded files of which a combined picture is drawn after the fact. All times are nanoseconds of one timeline, on which the
/// mixer's frames begin at 0.
package struct CompositionSources: Sendable, Equatable {
    /// A file, and its place on the timeline.
    package struct File: Sendable, Equatable {
        package var path: String
        /// Time in the file of its first frame.
        package var first: Int64
        /// Times of that frame, and of the last one's end, on the timeline.
        package var start: Int64
        package var end: Int64

        package init(path: String, first: Int64, start: Int64, end: Int64) {
            (self.path, self.first, self.start, self.end) = (path, first, start, end)
        }

        /// The distance from the file's time to the timeline's.
        package var offset: Int64 { start -| first }
    }

    /// The files whose sound is taken as it is.
    package struct Sound: Sendable, Equatable {
        package var files: [File]
        /// The factory that opens their container (`qtdemux`).
        package var demuxer: String
        /// The codec as `MediaFacts` names it.
        package var codec: String
        /// The microphones of each track; one without names where they have none.
        package var tracks: [[String]]
        /// The treatment of the tracks when they become one.
        package var treatment = SoundTreatment()

        package init(files: [File], demuxer: String, codec: String, tracks: [[String]]) {
            (self.files, self.demuxer, self.codec, self.tracks) = (files, demuxer, codec, tracks)
        }
    }

    /// Each camera's files, in their order.
    package var cameras: [String: [File]]
    /// `nil`: there is none.
    package var sound: Sound?
    /// Times of the first frame, and behind the last one.
    package var start: Int64
    package var end: Int64
    /// Pictures that the mixer repeated or never got, by camera.
    package var late: [String: [LatePictures.Change]] = [:]
    /// The places where its pictures did not follow each other, by camera.
    package var jumps: [String: [LatePictures.Jump]] = [:]
    /// The coding of the sound.
    package var coding = SoundCoding.copied
    /// The time by which everything in the file is later than on the timeline, in nanoseconds: encoded sound begins before its first
    /// sample. What the file begins with is its own zero.
    package var lead: Int64 = 0
    /// The words that go into the file; `nil`: none do.
    package var subtitles: Subtitles?
    /// True when the index of mov and mp4 files stands at the beginning, so that they play while they load.
    package var isIndexedFirst = false
    /// The local times that slates tell.
    package var slateTimes: [SlateTime] = []

    /// The words of an .srt file.
    package struct Subtitles: Sendable, Equatable {
        package var path: String
        /// True when subtitles are drawn into the picture; otherwise they are a track of their own.
        package var areDrawn: Bool
        /// The time at which theirs begin, in nanoseconds.
        package var start: Int64 = 0
        /// The number of texts, or more.
        package var count: Int

        package init(path: String, areDrawn: Bool, count: Int = 0) {
            (self.path, self.areDrawn, self.count) = (path, areDrawn, count)
        }
    }

    /// The local time at which a camera's picture was lost.
    package struct SlateTime: Sendable, Equatable {
        package var camera: String
        package var at: Int64
        package var text: String

        package init(camera: String, at: Int64, text: String) { (self.camera, self.at, self.text) = (camera, at, text) }
    }

    package init(cameras: [String: [File]], sound: Sound?, start: Int64, end: Int64) {
        (self.cameras, self.sound, self.start, self.end) = (cameras, sound, start, end)
    }

    /// The room for the index at the beginning of the file.
    ///
    /// - Parameter rate: of the picture's frames.
    func indexRoom(_ rate: FrameRate) -> [Property] {
        guard isIndexedFirst else { return [] }
        let texts = subtitles.map { $0.areDrawn ? 0 : $0.count } ?? 0
        return Property.indexRoom(for: .nanoseconds(max(0, end -| start)) + .seconds(10), rate: rate, texts: texts)
    }

    /// The length read beside a part of the timeline, in nanoseconds: its first frame may show the frame before it.
    private static let margin: Int64 = 1_000_000_000

    /// The sources that a part of the timeline needs.
    package func part(_ times: Range<Int64>) -> CompositionSources {
        var part = self
        let isNeeded = { (file: File) in
            file.end > times.lowerBound - Self.margin && file.start < times.upperBound + Self.margin
        }
        (part.start, part.end) = (times.lowerBound, times.upperBound)
        part.cameras = cameras.mapValues { $0.filter(isNeeded) }
        part.sound?.files = sound?.files.filter(isNeeded) ?? []
        if part.sound?.files.isEmpty ?? false { part.sound = nil }
        return part
    }
}

/// The way of recorded sound into a new file.
package enum SoundCoding: Sendable, Equatable {
    /// Packet by packet.
    case copied
    /// Each track by itself.
    case tracks(AudioCodec, Bitrate)
    /// All tracks as one.
    case mixed(AudioCodec, Bitrate)

    /// Bits of a second, for an estimate.
    ///
    /// - Parameter tracks: the number of them.
    package func bitsPerSecond(tracks: Int) -> Int {
        switch self {
        case .copied: 320_000
        case .mixed(_, let bitrate): bitrate.bitsPerSecond
        case .tracks(.pcm, _): 1_536_000 * tracks
        case .tracks(.flac, _): 900_000 * tracks
        case .tracks(_, let bitrate): bitrate.bitsPerSecond * tracks
        }
    }
}

/// A piece of a camera's way over the timeline: files in a row, or a slate in a gap.
enum RowPiece: Sendable, Equatable {
    case files([CompositionSources.File])
    case slate(from: Int64, to: Int64)

    /// - Parameter frame: the length of a frame; a gap shorter than two of them shows the frame before it.
    static func row(
        _ files: [CompositionSources.File], from start: Int64, to end: Int64, frame: Int64
    ) -> [RowPiece] {
        var (reached, row, pieces) = (start, [CompositionSources.File](), [RowPiece]())
        for file in files.sorted(by: { $0.start < $1.start }) {
            if file.start -| reached > 2 * frame {
                if !row.isEmpty { pieces.append(.files(row)) }
                pieces.append(.slate(from: reached, to: file.start))
                row = []
            }
            row.append(file)
            reached = max(reached, file.end)
        }
        if !row.isEmpty { pieces.append(.files(row)) }
        if end -| reached > 2 * frame { pieces.append(.slate(from: reached, to: end)) }
        return pieces
    }
}
