import DualCamConfig
import DualCamPlan

/// The recorded files that a combined picture is rendered from. All times are nanoseconds on one timeline, on which the
/// mixer's first frame has the time 0.
struct CompositionSources: Sendable, Equatable {
    /// A recorded file and its position on the timeline.
    struct File: Sendable, Equatable {
        var path: String
        /// The time stamp of the file's first frame, as stored in the file, in nanoseconds.
        var first: Int64
        /// The time of the file's first frame, in nanoseconds on the timeline.
        var start: Int64
        /// The end of the file's last frame, in nanoseconds on the timeline.
        var end: Int64

        init(path: String, first: Int64, start: Int64, end: Int64) {
            (self.path, self.first, self.start, self.end) = (path, first, start, end)
        }

        /// The number of nanoseconds to add to a time within the file to get the corresponding time on the timeline.
        var offset: Int64 { start -| first }
    }

    /// The recorded files whose sound is used in a render.
    struct Sound: Sendable, Equatable {
        var files: [File]
        /// The name of the demuxer element for the files (`qtdemux`).
        var demuxer: String
        /// The codec of the recorded sound, as `MediaFacts` names it, such as `aac`.
        var codec: String
        /// The names of the microphones in each sound track. A track without names has an empty list.
        var tracks: [[String]]
        /// The volume of each track and the noise reduction, used when the tracks are mixed into one.
        var treatment = SoundTreatment()

        init(files: [File], demuxer: String, codec: String, tracks: [[String]]) {
            (self.files, self.demuxer, self.codec, self.tracks) = (files, demuxer, codec, tracks)
        }
    }

    /// The recorded files of each camera, in order, by the camera's name.
    var cameras: [String: [File]]
    /// The recorded sound for the rendered file; `nil` to render without sound.
    var sound: Sound?
    /// The time of the first frame to render, in nanoseconds on the timeline.
    var start: Int64
    /// The end of the last frame to render, in nanoseconds on the timeline.
    var end: Int64
    /// For each camera, by its name, the pictures that the mixer repeated or lost during the recording.
    var late: [String: [LatePictures.Change]] = [:]
    /// For each camera, by its name, the gaps in its sequence of pictures during the recording.
    var jumps: [String: [LatePictures.Jump]] = [:]
    /// The method for encoding the recorded sound in the new file.
    var coding = SoundCoding.copied
    /// The number of nanoseconds to add to times on the timeline to get times in the new file. It makes room for
    /// encoded sound, which begins before its first sample. Viewers do not notice the offset, because players count
    /// times from the start of the file.
    var lead: Int64 = 0
    /// The subtitles of the new file; `nil` if there are none.
    var subtitles: Subtitles?
    /// True when the index of mov and mp4 files is placed at the beginning, so that playback can start before the
    /// download is complete.
    var isIndexedFirst = false
    /// The times at which cameras were lost, for display on the rendered slates.
    var slateTimes: [SlateTime] = []

    /// The subtitles for a rendered picture, from an .srt file.
    struct Subtitles: Sendable, Equatable {
        var path: String
        /// True when subtitles are drawn into the picture; false when they are a separate track.
        var areDrawn: Bool
        /// The position on the timeline of the subtitles' time 0, in nanoseconds.
        var start: Int64 = 0
        /// The maximum number of subtitles, used to reserve space in the file's index.
        var count: Int

        init(path: String, areDrawn: Bool, count: Int = 0) {
            (self.path, self.areDrawn, self.count) = (path, areDrawn, count)
        }
    }

    /// The time at which a camera was lost, and the same moment as local time, as text for the camera's slate.
    struct SlateTime: Sendable, Equatable {
        var camera: String
        var at: Int64
        var text: String

        init(camera: String, at: Int64, text: String) { (self.camera, self.at, self.text) = (camera, at, text) }
    }

    init(cameras: [String: [File]], sound: Sound?, start: Int64, end: Int64) {
        (self.cameras, self.sound, self.start, self.end) = (cameras, sound, start, end)
    }

    /// Returns the muxer properties that reserve space for the index at the beginning of the file; empty if the index
    /// is at the end.
    ///
    /// - Parameter rate: the frame rate of the picture.
    func indexRoom(_ rate: FrameRate) -> [Property] {
        guard isIndexedFirst else { return [] }
        let texts = subtitles.map { $0.areDrawn ? 0 : $0.count } ?? 0
        return Property.indexRoom(for: .nanoseconds(max(0, end -| start)) + .seconds(10), rate: rate, texts: texts)
    }

    /// The additional time, in nanoseconds, to read before and after a part of the timeline. It is needed because the
    /// first frame of the part may show an earlier picture.
    private static let margin: Int64 = 1_000_000_000

    /// Returns the files that are needed to render the part of the timeline in `times`, in nanoseconds.
    func part(_ times: Range<Int64>) -> CompositionSources {
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

/// The method for encoding recorded sound in a new file.
enum SoundCoding: Sendable, Equatable {
    /// The recorded sound packets are copied without re-encoding.
    case copied
    /// Each track is encoded separately with this codec and bitrate.
    case tracks(AudioCodec, Bitrate)
    /// All tracks are mixed into one, which is encoded with this codec and bitrate.
    case mixed(AudioCodec, Bitrate)

    /// Returns the estimated bitrate of the sound, in bits per second.
    ///
    /// - Parameter tracks: the number of sound tracks.
    func bitsPerSecond(tracks: Int) -> Int {
        switch self {
        case .copied: 320_000
        case .mixed(_, let bitrate): bitrate.bitsPerSecond
        case .tracks(.pcm, _): 1_536_000 * tracks
        case .tracks(.flac, _): 900_000 * tracks
        case .tracks(_, let bitrate): bitrate.bitsPerSecond * tracks
        }
    }
}

/// A part of a camera's timeline in a render: consecutive files, or a slate that fills a gap between files.
enum RowPiece: Sendable, Equatable {
    case files([CompositionSources.File])
    case slate(from: Int64, to: Int64)

    /// Returns the parts that cover a camera's timeline from `start` to `end`, both in nanoseconds.
    ///
    /// - Parameter frame: the duration of a frame in nanoseconds. In a gap of at most two frames, the previous frame is
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
