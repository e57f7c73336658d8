internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// Looks into a recording that is to play a camera or a microphone.
enum ClipProbe {
    /// Blocks while the clip is opened. Throws `deviceMissing` when it is not there and `deviceFormat` when it cannot be played.
    static func facts(of path: String) throws(GraphFailure) -> ClipFacts {
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

    /// Sets the begin of a clip's rounds to its first whole frame, and their length to that of the whole frames from there on.
    ///
    /// A clip that was cut between two frames begins within one (an edit list): a round that began with the rest of it would have a
    /// frame too many. The first frame may also be late: where frames are reordered and no edit list takes that back (MP4 in
    /// fragments), where an edit list begins with nothing, or where the clip was cut out of a longer one (Matroska). The times and the
    /// length that containers tell then mean one thing or another, so that all of it is read as the loop will read it.
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

    /// Finds out whether the stream can be passed through. Reads the beginning of a Matroska file with H.264, whose frames have no decoding
    /// times: parsers make some up, which muxers do not take where frames are reordered.
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

    /// matroskademux counts from the first cluster on once it was sent back.
    private static func placeSound(_ clip: inout ClipFacts, _ info: MediaInfo) {
        guard clip.video == nil, let first = info.firstSound, first > 100_000_000, first < clip.length else { return }
        clip.length -= first
        clip.soundStart = clip.demuxer == "matroskademux" ? 0 : first
    }

    /// Returns the time in the file of the first frame that begins at 0 or later, in nanoseconds, if all follow one another evenly.
    /// Containers round times to a millisecond.
    static func phase(of first: Int64, _ frame: Int64) -> Int64 {
        guard first < 0 else { return 0 }
        let rest = ((first % frame) + frame) % frame
        let tolerance = max(frame / 50, 1_000_000)
        return rest < tolerance || frame - rest < tolerance ? 0 : rest
    }

    /// A clip that breaks off is as long as what is there of it: a camera was lost where it ended. Reads all of it; a whole one is
    /// known by its heads.
    ///
    /// - Parameter whole: The length that its container tells, in nanoseconds.
    private static func shorten(_ clip: inout ClipFacts, whole: Int64) throws(GraphFailure) {
        guard let rate = clip.video?.rate, ContainerExtent.breaksOff(clip.path) else { return }
        let scan = try reading(clip.path) { [clip] in try MediaScan.scan(path: clip.path, demuxer: clip.demuxer) }
        guard let last = scan.times.max() else { throw noMedia(clip.path, "it breaks off before its first frame") }
        let frame = rate.frameNanoseconds
        clip.length = length(last +| frame -| clip.start, rate)
        clip.remains = .init(frames: scan.times.count, of: Int((whole +| frame / 2) / frame))
    }

    /// Throws where the picture cannot be played over and over: the demuxer refuses segments (MPEG-TS), or names its pads in a way by
    /// which they are not linked (FLV, Ogg, raw streams).
    private static func checkLoop(of path: String, _ demuxer: String, _ info: MediaInfo) throws(GraphFailure) {
        let hasPad = info.video.isEmpty || Registry.sourcePads(of: demuxer).contains { $0.hasPrefix("video_") }
        guard !hasPad || info.acceptsSegments == false else { return }
        throw GraphFailure(
            .deviceFormat, message: "the clip \(path) cannot be played in a loop: its container does not allow it",
            advice: "Make one with 'ffmpeg -i CLIP -c copy NEW.mkv'.")
    }

    /// The decoders of nearly every clip, which are known to play what they take: a start need not try them.
    private static let proven: Set<String> = ["avdec_h264", "jpegdec"]

    /// Throws where the first pictures cannot be decoded, or come without times: such a clip would show one picture and no more.
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

    /// Opening a FIFO waits for somebody who writes into it, and nothing else can be done for so long (fifo(7)).
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

    /// Whole frames, so that the picture goes on without a gap from one round to the next.
    static func length(_ duration: Int64, _ rate: FrameRate?) -> Int64 {
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

    /// A buffer among caps is written in hexadecimal digits.
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

    /// Returns the pad by whose name a demuxer's sound is linked. Where there is nothing but sound, names that tell nothing will do: those
    /// of WAV and FLAC files, whose only pad is there from the beginning, and of Ogg. `nil`: none can be told.
    private static func soundPad(of pads: [String], isAlone: Bool) -> String? {
        if pads.contains(where: { $0.hasPrefix("audio_") }) { return "audio_%u" }
        guard isAlone, pads.count == 1, let only = pads.first else { return nil }
        return only == "src" || only.hasPrefix("src_%") ? only : nil
    }

    /// Names the elements that decode a stream; none for a raw one, `nil` where no decoder is installed.
    private static func decoders(for caps: Caps) -> [String]? {
        if caps.structures.first?.name.hasSuffix("/x-raw") == true { return [] }
        return Registry.best(.decoder, for: caps).map { [Registry.best(.parser, for: caps), $0].compactMap { $0 } }
    }

    /// 8-bit 4:2:0 decodes to I420 in every software decoder.
    private static func decodedFormat(_ facts: Structure) -> String? {
        facts.texts("chroma-format").first == "4:2:0" && facts.int("bit-depth-luma") == 8 ? "I420" : nil
    }

    /// Reads a clip. What is thrown names it: GStreamer's own words do not.
    private static func reading<Value>(_ path: String, _ work: () throws -> Value) throws(GraphFailure) -> Value {
        do { return try work() } catch { throw noMedia(path, GraphFailure(error, branch: nil).message) }
    }

    /// The failure of a kind of file that GStreamer recognises, and for which it has no demuxer (W64, CAF).
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
