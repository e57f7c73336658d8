package import DualCamConfig

/// The recorded files from which a combined picture is rendered later. All times are nanoseconds on one timeline, on
/// which the mixer's frames begin at 0.
package struct CompositionSources: Sendable, Equatable {
    /// A recorded file and its position on the timeline.
    package struct File: Sendable, Equatable {
        package var path: String
        /// The time stamp of the first frame within the file, in nanoseconds.
        package var first: Int64
        /// `start`, `end`: the times on the timeline of the file's first frame and of its last frame's end, in
        /// nanoseconds.
        package var start: Int64
        package var end: Int64

        package init(path: String, first: Int64, start: Int64, end: Int64) {
            (self.path, self.first, self.start, self.end) = (path, first, start, end)
        }

        /// The number of nanoseconds to add to a time in the file to get the time on the timeline.
        package var offset: Int64 { start -| first }
    }

    /// The recorded files whose sound is used in a render.
    package struct Sound: Sendable, Equatable {
        package var files: [File]
        /// The name of the element that demuxes the files (`qtdemux`).
        package var demuxer: String
        /// The codec of the recorded sound, as `MediaFacts` names it.
        package var codec: String
        /// The names of the microphones in each sound track; an empty list for a track without names.
        package var tracks: [[String]]
        /// The volumes and the noise reduction that apply when the tracks are mixed into one.
        package var treatment = SoundTreatment()

        package init(files: [File], demuxer: String, codec: String, tracks: [[String]]) {
            (self.files, self.demuxer, self.codec, self.tracks) = (files, demuxer, codec, tracks)
        }
    }

    /// The recorded files of each camera, by camera name and in order.
    package var cameras: [String: [File]]
    /// The recorded sound for the rendered file; `nil` if it gets no sound.
    package var sound: Sound?
    /// `start`, `end`: the times on the timeline of the first frame and of the last frame's end, in nanoseconds.
    package var start: Int64
    package var end: Int64
    /// The pictures that the mixer repeated or never received during the recording, by camera.
    package var late: [String: [LatePictures.Change]] = [:]
    /// The gaps in each camera's sequence of pictures during the recording, by camera.
    package var jumps: [String: [LatePictures.Jump]] = [:]
    /// The way in which the recorded sound is encoded in the new file.
    package var coding = SoundCoding.copied
    /// The offset in nanoseconds of all times in the new file against the timeline. Encoded sound begins before its
    /// first sample, and players count from the file's own beginning.
    package var lead: Int64 = 0
    /// The subtitles of the new file; `nil` if there are none.
    package var subtitles: Subtitles?
    /// True when mov and mp4 files get their index at the beginning, so that they can be played while they are
    /// downloaded.
    package var isIndexedFirst = false
    /// The local times of losses that the rendered slates show.
    package var slateTimes: [SlateTime] = []

    /// The subtitles of an .srt file for a rendered picture.
    package struct Subtitles: Sendable, Equatable {
        package var path: String
        /// True when subtitles are drawn into the picture; otherwise they are a separate track.
        package var areDrawn: Bool
        /// The time on the timeline at which the subtitles begin, in nanoseconds.
        package var start: Int64 = 0
        /// An upper bound for the number of subtitles, by which index space is reserved.
        package var count: Int

        package init(path: String, areDrawn: Bool, count: Int = 0) {
            (self.path, self.areDrawn, self.count) = (path, areDrawn, count)
        }
    }

    /// The time at which a camera's picture was lost, with the local time as text for its slate.
    package struct SlateTime: Sendable, Equatable {
        package var camera: String
        package var at: Int64
        package var text: String

        package init(camera: String, at: Int64, text: String) { (self.camera, self.at, self.text) = (camera, at, text) }
    }

    package init(cameras: [String: [File]], sound: Sound?, start: Int64, end: Int64) {
        (self.cameras, self.sound, self.start, self.end) = (cameras, sound, start, end)
    }

    /// Returns the muxer properties that reserve index space at the beginning of the file; empty if the index is at the
    /// end.
    ///
    /// - Parameter rate: the frame rate of the picture.
    func indexRoom(_ rate: FrameRate) -> [Property] {
        guard isIndexedFirst else { return [] }
        let texts = subtitles.map { $0.areDrawn ? 0 : $0.count } ?? 0
        return Property.indexRoom(for: .nanoseconds(max(0, end -| start)) + .seconds(10), rate: rate, texts: texts)
    }

    /// The duration in nanoseconds that is also read before and after a part of the timeline, because the part's first
    /// frame may show the previous picture.
    private static let margin: Int64 = 1_000_000_000

    /// Returns the files that are needed to render a part of the timeline.
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

/// The way in which recorded sound is encoded in a new file.
package enum SoundCoding: Sendable, Equatable {
    /// The recorded sound packets are copied without re-encoding.
    case copied
    /// Each track is encoded separately, with a codec and a bitrate.
    case tracks(AudioCodec, Bitrate)
    /// All tracks are mixed into one, which is encoded with a codec and a bitrate.
    case mixed(AudioCodec, Bitrate)

    /// Returns the estimated bitrate of the sound, in bits a second.
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

/// A section of a camera's timeline in a render: consecutive files, or a slate in a gap between files.
enum RowPiece: Sendable, Equatable {
    case files([CompositionSources.File])
    case slate(from: Int64, to: Int64)

    /// Returns the sections that cover a camera's whole timeline.
    ///
    /// - Parameter frame: the length of a frame in nanoseconds. In a gap of at most two frames the previous frame is
    ///   shown instead of a slate.
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
