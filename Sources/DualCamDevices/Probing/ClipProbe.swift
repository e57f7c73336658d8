internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// Inspects a clip, which is a media file that replaces a camera or a microphone.
enum ClipProbe {
    /// Reads the properties of a clip that will be played as an input. Blocks while the clip is opened. Throws
    /// `deviceMissing` if the file is missing and `deviceFormat` if it cannot be played.
    package static func facts(of path: String) throws(GraphFailure) -> ClipFacts {
        guard access(path, R_OK) == 0 else {
            throw GraphFailure(
                .deviceMissing, message: "the clip \(path) cannot be read: \(SystemError(errno: errno).message)",
                advice: "Check the path: a relative one begins in the folder of the pipeline file.")
        }
        try checkKind(of: path)
        let info: MediaInfo
        do { info = try MediaInfo.probe(path: path, asksForSegments: true) } catch {
            throw noMedia(path, GraphFailure(error, branch: nil).message)
        }
        guard let demuxer = info.demuxer else {
            throw unopened(path, isSound: info.video.isEmpty && !info.audio.isEmpty)
        }
        var video = try info.video.first.map { caps throws(GraphFailure) in try Self.video(caps, path) }
        if demuxer == "qtdemux", let told = video?.rate, let times = MovieIndex.pictures(of: path)?.times {
            video?.rate = ClipRate.regular(times, told: told) ?? told
        }
        try checkLoop(of: path, demuxer, info)
        if let video { try checkDecoding(of: path, demuxer, video.decoders) }
        let audio = try info.audio.first.flatMap { caps throws(GraphFailure) in
            try Self.audio(caps, demuxer, path, isAlone: info.video.isEmpty && info.audio.count == 1)
        }
        var clip = ClipFacts(
            path: path, demuxer: demuxer, length: length(Int64(clamping: info.duration), video?.rate), video: video,
            audio: audio)
        try place(&clip, info)
        let problem = try passingProblem(of: clip, info)
        clip.video?.passingProblem = problem
        try shorten(&clip, whole: length(Int64(clamping: info.duration), video?.rate))
        return clip
    }

    /// Sets where a clip's loop starts and how long it is. It starts at the first whole frame and lasts a whole number
    /// of frames.
    ///
    /// A clip that was cut with an edit list may begin in the middle of a frame. If the loop included the rest of that
    /// frame, each round would have one frame too many. The first frame may also be late:
    /// - if frames are reordered and no edit list corrects that (fragmented MP4),
    /// - if an edit list begins with an empty edit,
    /// - or if the clip was cut out of a longer one (Matroska).
    ///
    /// In these cases, the container's times and length are ambiguous. The whole clip is then read in the same way as
    /// when it is played in a loop.
    private static func place(_ clip: inout ClipFacts, _ info: MediaInfo) throws(GraphFailure) {
        guard let rate = clip.video?.rate, let first = info.firstPicture else { return placeSound(&clip, info) }
        let frame = rate.frameNanoseconds
        guard first > frame / 2 else {
            clip.start = phase(of: first, frame)
            clip.soundStart = clip.start
            clip.length = length(Int64(clamping: info.duration) - clip.start, rate)
            return
        }
        let scan = try reading(clip.path) { [clip] in try LoopScan.scan(path: clip.path, demuxer: clip.demuxer) }
        guard let begin = scan.pictures.min(), let last = scan.pictures.max() else { return }
        clip.start = max(0, begin)
        if let sound = scan.firstSound, let before = info.firstSound {
            clip.soundStart = max(0, sound + first - before)
        }
        clip.length = length(last +| frame -| clip.start, rate)
    }

    /// Returns why the clip's encoded video cannot be recorded without re-encoding; `nil` if it can. For H.264 in
    /// Matroska, reads the file's beginning. Matroska stores no decoding times, so parsers invent them. Muxers reject
    /// invented times if frames are reordered.
    private static func passingProblem(
        of clip: ClipFacts, _ info: MediaInfo
    ) throws(GraphFailure) -> ClipFacts.PassingProblem? {
        guard let video = clip.video, let first = info.firstPicture else { return nil }
        if first < -1_000_000 { return .hidesFrames }
        if first > video.rate.frameNanoseconds / 2 { return .beginsLate }
        guard clip.demuxer == "matroskademux", video.decoders.first == "h264parse" else { return nil }
        let times = try reading(clip.path) {
            try MediaScan.beginning(of: clip.path, demuxer: clip.demuxer, count: 60)
        }
        return zip(times, times.dropFirst()).contains { $0 > $1 } ? .isReordered : nil
    }

    /// Sets the loop's start and length for a clip that has only sound. This needs care because, after a seek back to
    /// the beginning, matroskademux counts times from the first cluster.
    private static func placeSound(_ clip: inout ClipFacts, _ info: MediaInfo) {
        guard clip.video == nil, let first = info.firstSound, first > 100_000_000, first < clip.length else { return }
        clip.length -= first
        clip.soundStart = clip.demuxer == "matroskademux" ? 0 : first
    }

    /// Returns the time of the first whole frame at or after time 0 of the file, in nanoseconds. `first` is the time of
    /// the first frame, which may be negative; `frame` is the length of a frame. Containers round times to a
    /// millisecond.
    static func phase(of first: Int64, _ frame: Int64) -> Int64 {
        guard first < 0 else { return 0 }
        let rest = ((first % frame) + frame) % frame
        let tolerance = max(frame / 50, 1_000_000)
        return rest < tolerance || frame - rest < tolerance ? 0 : rest
    }

    /// Shortens a truncated clip to the frames that it actually contains. Once they have been played, the camera counts
    /// as lost. Reads the whole clip only if its container's headers show that it is truncated.
    ///
    /// - Parameter whole: the clip's length according to the container's header, in nanoseconds.
    private static func shorten(_ clip: inout ClipFacts, whole: Int64) throws(GraphFailure) {
        guard let rate = clip.video?.rate, ContainerExtent.breaksOff(clip.path) else { return }
        let scan = try reading(clip.path) { [clip] in try MediaScan.scan(path: clip.path, demuxer: clip.demuxer) }
        guard let last = scan.times.max() else { throw noMedia(clip.path, "it breaks off before its first frame") }
        let frame = rate.frameNanoseconds
        clip.length = length(last +| frame -| clip.start, rate)
        clip.remains = .init(frames: scan.times.count, of: Int((whole +| frame / 2) / frame))
    }

    /// Throws `deviceFormat` if the clip cannot be played in a loop: because its demuxer rejects segment seeks
    /// (MPEG-TS), or because the names of its pads are not known in advance (FLV, Ogg, raw streams).
    private static func checkLoop(of path: String, _ demuxer: String, _ info: MediaInfo) throws(GraphFailure) {
        let hasPad = info.video.isEmpty || Registry.sourcePads(of: demuxer).contains { $0.hasPrefix("video_") }
        guard !hasPad || info.acceptsSegments == false else { return }
        throw GraphFailure(
            .deviceFormat, message: "the clip \(path) cannot be played in a loop: its container does not allow it",
            advice: "Make one with 'ffmpeg -i CLIP -c copy NEW.mkv'.")
    }

    /// The decoders that nearly all clips need. They are known to work, so they are not tested.
    private static let proven: Set<String> = ["avdec_h264", "jpegdec"]

    /// Throws `deviceFormat` if the clip's first pictures cannot be decoded or have no times. Without times, only one
    /// picture would be shown.
    private static func checkDecoding(of path: String, _ demuxer: String, _ decoders: [String]) throws(GraphFailure) {
        guard let decoder = decoders.last, !proven.contains(decoder) else { return }
        let trial = try reading(path) { try DecodingTrial.of(path: path, demuxer: demuxer, decoders: decoders) }
        if trial.times.isEmpty {
            throw noMedia(path, trial.problem?.message ?? "no picture comes out of \(decoder)")
        }
        guard !trial.isTimed else { return }
        throw GraphFailure(
            .deviceFormat,
            message: "the clip \(path) cannot be played: \(decoder) does not say when its pictures are due",
            advice: "Make another one with 'ffmpeg -i CLIP -pix_fmt yuv420p NEW.mp4'.")
    }

    /// Throws `deviceFormat` if the clip's path does not lead to a regular file, or if the file is empty. Opening a
    /// FIFO would block until another process writes to it (fifo(7)).
    private static func checkKind(of path: String) throws(GraphFailure) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        if facts.st_mode & S_IFMT == S_IFREG {
            guard facts.st_size == 0 else { return }
            throw GraphFailure(
                .deviceFormat, message: "the clip \(path) is empty",
                advice: "It may have been left by a copy that was interrupted; copy it again.")
        }
        let kind = [S_IFIFO: "a FIFO", S_IFDIR: "a folder", S_IFSOCK: "a socket"][facts.st_mode & S_IFMT] ?? "a device"
        throw GraphFailure(
            .deviceFormat, message: "the clip \(path) is \(kind) and no file",
            advice: "Name a media file that is on a disk.")
    }

    /// Returns a clip's duration rounded down to whole frames, in nanoseconds, so that a loop continues without a gap.
    /// Returns `duration` if `rate` is `nil`.
    package static func length(_ duration: Int64, _ rate: FrameRate?) -> Int64 {
        guard let rate else { return duration }
        let scale = Double(rate.numerator) / Double(rate.denominator) / 1e9
        let frames = (Double(duration) * scale + 0.02).rounded(.down)
        return frames < 1 ? duration : Int64(exactly: (frames / scale).rounded()) ?? duration
    }

    private static func video(_ caps: Caps, _ path: String) throws(GraphFailure) -> ClipFacts.Video {
        guard let facts = caps.structures.first, let width = facts.int("width"), let height = facts.int("height") else {
            throw noMedia(path, "its picture has no size")
        }
        guard case .fraction(let top, let bottom)? = facts.fields["framerate"], top > 0, bottom > 0 else {
            throw GraphFailure(
                .deviceFormat, message: "the clip \(path) has no constant frame rate",
                advice: "Make one with 'ffmpeg -i CLIP -r 30 -vsync cfr NEW.mp4'.")
        }
        guard let chain = decoders(for: caps) else {
            throw noMedia(path, "no decoder is installed for \(facts.name)")
        }
        var video = ClipFacts.Video(
            decoders: chain, size: FrameSize(width: width, height: height),
            rate: FrameRate(top, bottom),
            format: facts.name == "video/x-raw" ? facts.texts("format").first : decodedFormat(facts),
            colorimetry: facts.texts("colorimetry").first, pad: "video_%u")
        if case .fraction(let width, let height)? = facts.fields["pixel-aspect-ratio"], width > 0, height > 0 {
            video.pixelAspect = [width, height]
        }
        if facts.name == "video/x-h264" { video.correctRange(by: bytes(facts.fields["codec_data"])) }
        return video
    }

    /// Returns the bytes of a buffer field in caps, which GStreamer writes as hexadecimal digits; empty for other types
    /// of field.
    private static func bytes(_ field: Structure.Field?) -> [UInt8] {
        guard case .other(let digits)? = field, digits.utf8.count % 2 == 0 else { return [] }
        let all = Array(digits)
        return stride(from: 0, to: all.count, by: 2).compactMap { UInt8(String(all[$0...$0 + 1]), radix: 16) }
    }

    private static func audio(
        _ caps: Caps, _ demuxer: String, _ path: String, isAlone: Bool
    ) throws(GraphFailure) -> ClipFacts.Audio? {
        guard let chain = decoders(for: caps) else { return nil }
        guard let pad = soundPad(of: Registry.sourcePads(of: demuxer), isAlone: isAlone) else {
            throw GraphFailure(
                .deviceFormat, message: "the sound of the clip \(path) cannot be played in a loop",
                advice: "Make one with 'ffmpeg -i CLIP -vn NEW.flac'.")
        }
        return ClipFacts.Audio(decoders: chain, pad: pad)
    }

    /// Returns the name of the demuxer's pad for sound; `nil` if no pad name identifies the sound. In a clip with only
    /// sound, a generic name such as that of WAV, FLAC and Ogg demuxers is sufficient.
    private static func soundPad(of pads: [String], isAlone: Bool) -> String? {
        if pads.contains(where: { $0.hasPrefix("audio_") }) { return "audio_%u" }
        guard isAlone, pads.count == 1, let only = pads.first else { return nil }
        return only == "src" || only.hasPrefix("src_%") ? only : nil
    }

    /// Returns the names of the elements that decode a stream; empty for a raw stream, `nil` if no decoder is
    /// installed.
    private static func decoders(for caps: Caps) -> [String]? {
        if caps.structures.first?.name.hasSuffix("/x-raw") == true { return [] }
        return Registry.best(.decoder, for: caps).map { [Registry.best(.parser, for: caps), $0].compactMap { $0 } }
    }

    /// Returns the raw format in which decoders output a stream: I420 for 8-bit 4:2:0, `nil` if unknown.
    private static func decodedFormat(_ facts: Structure) -> String? {
        facts.texts("chroma-format").first == "4:2:0" && facts.int("bit-depth-luma") == 8 ? "I420" : nil
    }

    /// Runs `work`, which reads a clip. Converts its errors to `GraphFailure`s whose message names the clip, because
    /// GStreamer's messages do not name it.
    private static func reading<Value>(_ path: String, _ work: () throws -> Value) throws(GraphFailure) -> Value {
        do { return try work() } catch { throw noMedia(path, GraphFailure(error, branch: nil).message) }
    }

    /// Returns the error for a file whose type GStreamer recognises but cannot demux (W64, CAF).
    private static func unopened(_ path: String, isSound: Bool) -> GraphFailure {
        GraphFailure(
            .deviceFormat,
            message: "the clip \(path) cannot be played: GStreamer has nothing that opens this kind of file",
            advice: "Make one that it opens with 'ffmpeg -i CLIP \(isSound ? "NEW.flac" : "NEW.mkv")'.")
    }

    private static func noMedia(_ path: String, _ reason: String) -> GraphFailure {
        GraphFailure(
            .deviceFormat, message: "the clip \(path) cannot be played: \(reason)",
            advice: "Try it with 'gst-play-1.0'; MP4 and MKV files with H.264 work.")
    }
}
