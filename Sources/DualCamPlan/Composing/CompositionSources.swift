package import DualCamConfig

/// The recorded files from which a combined picture is rendered later. All times are nanoseconds of one timeline, on
/// which the mixer's frames begin at 0.
package struct CompositionSources: Sendable, Equatable {
    /// A file and its position on the timeline.
    package struct File: Sendable, Equatable {
        package var path: String
        /// The time of the first frame in the file.
        package var first: Int64
        /// The times of the first frame and of the last frame's end on the timeline.
        package var start: Int64
        package var end: Int64

        package init(path: String, first: Int64, start: Int64, end: Int64) {
            (self.path, self.first, self.start, self.end) = (path, first, start, end)
        }

        /// The distance from the file's time to the timeline's.
        package var offset: Int64 { start -| first }
    }

    /// The files whose recorded sound is used.
    package struct Sound: Sendable, Equatable {
        package var files: [File]
        /// The factory of the container's demuxer (`qtdemux`).
        package var demuxer: String
        /// The codec as `MediaFacts` names it.
        package var codec: String
        /// The microphones of each track; a track without names has an empty list.
        package var tracks: [[String]]
        /// The processing of the tracks when they become one.
        package var treatment = SoundTreatment()

        package init(files: [File], demuxer: String, codec: String, tracks: [[String]]) {
            (self.files, self.demuxer, self.codec, self.tracks) = (files, demuxer, codec, tracks)
        }
    }

    /// The files of each camera, in order.
    package var cameras: [String: [File]]
    /// The sound; `nil`: none.
    package var sound: Sound?
    /// The times of the first frame and of the last frame's end.
    package var start: Int64
    package var end: Int64
    /// The pictures that the mixer repeated or never received, by camera.
    package var late: [String: [LatePictures.Change]] = [:]
    /// The places where a camera's pictures did not follow each other, by camera.
    package var jumps: [String: [LatePictures.Jump]] = [:]
    /// The coding of the sound.
    package var coding = SoundCoding.copied
    /// The offset of all times in the file against the timeline, in nanoseconds, because encoded sound begins before
    /// its first sample. Players count from the file's own beginning.
    package var lead: Int64 = 0
    /// The subtitles of the file; `nil`: none.
    package var subtitles: Subtitles?
    /// True when the index of mov and mp4 files is at the beginning, so that they play while they load.
    package var isIndexedFirst = false
    /// The local times that slates show.
    package var slateTimes: [SlateTime] = []

    /// The subtitles of an .srt file.
    package struct Subtitles: Sendable, Equatable {
        package var path: String
        /// True when subtitles are drawn into the picture; otherwise they are a separate track.
        package var areDrawn: Bool
        /// The time on the timeline at which the subtitles begin, in nanoseconds.
        package var start: Int64 = 0
        /// An upper bound for the number of texts.
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

    /// Returns the properties that reserve index space at the beginning of the file.
    ///
    /// - Parameter rate: the frame rate of the picture.
    func indexRoom(_ rate: FrameRate) -> [Property] {
        guard isIndexedFirst else { return [] }
        let texts = subtitles.map { $0.areDrawn ? 0 : $0.count } ?? 0
        return Property.indexRoom(for: .nanoseconds(max(0, end -| start)) + .seconds(10), rate: rate, texts: texts)
    }

    /// The length read before and after a part of the timeline, in nanoseconds, because its first frame may show the
    /// previous one.
    private static let margin: Int64 = 1_000_000_000

    /// Returns the sources that a part of the timeline needs.
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

/// The coding of recorded sound in a new file.
package enum SoundCoding: Sendable, Equatable {
    /// The recorded packets, copied.
    case copied
    /// Each track encoded separately.
    case tracks(AudioCodec, Bitrate)
    /// All tracks mixed into one and encoded.
    case mixed(AudioCodec, Bitrate)

    /// Returns the estimated bits a second of the sound.
    ///
    /// - Parameter tracks: the number of tracks.
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

/// A piece of a camera's row on the timeline: consecutive files, or a slate in a gap.
enum RowPiece: Sendable, Equatable {
    case files([CompositionSources.File])
    case slate(from: Int64, to: Int64)

    /// Returns the pieces that cover a camera's timeline.
    ///
    /// - Parameter frame: the length of a frame; a gap of at most two frames shows the frame before it instead of a
    ///   slate.
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
