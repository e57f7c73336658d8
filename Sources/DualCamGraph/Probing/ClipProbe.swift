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
        guard let demuxer = info.demuxer else { throw noMedia(path, "no demuxer opens it") }
        let video = try info.video.first.map { caps throws(GraphFailure) in try Self.video(caps, path) }
        try checkLoop(of: path, demuxer, info)
        if let video { try checkDecoding(of: path, demuxer, video.decoders) }
        let audio = try info.audio.first.flatMap { caps throws(GraphFailure) in try Self.audio(caps, demuxer, path) }
        var clip = ClipFacts(
            path: path, demuxer: demuxer, length: length(Int64(clamping: info.duration), video?.rate), video: video,
            audio: audio)
        try shorten(&clip)
        return clip
    }

    /// A clip that breaks off is as long as what is there of it: a camera was lost where it ended. Reads all of it; a whole one is
    /// known by its heads.
    private static func shorten(_ clip: inout ClipFacts) throws(GraphFailure) {
        guard let rate = clip.video?.rate, ContainerExtent.breaksOff(clip.path) else { return }
        let scan = try reading(clip.path) { [clip] in try MediaScan.scan(path: clip.path, demuxer: clip.demuxer) }
        guard let last = scan.times.max() else { throw noMedia(clip.path, "it breaks off before its first frame") }
        let (frame, told) = (rate.frameNanoseconds, clip.length)
        clip.length = length(last + frame, rate)
        clip.remains = .init(frames: scan.times.count, of: Int((told + frame / 2) / frame))
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
        return frames < 1 ? duration : Int64((frames / scale).rounded())
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
        _ caps: Caps, _ demuxer: String, _ path: String
    ) throws(GraphFailure) -> ClipFacts.Audio? {
        guard let chain = decoders(for: caps) else { return nil }
        // Others, as those of WAV, Ogg and FLV files, are not linked by the name of their pad.
        guard Registry.sourcePads(of: demuxer).contains(where: { $0.hasPrefix("audio_") }) else {
            throw GraphFailure(
                .deviceFormat, message: "the sound of the clip \(path) cannot be played in a loop",
                advice: "Make one with 'ffmpeg -i CLIP -c:a aac NEW.m4a'.")
        }
        return ClipFacts.Audio(decoders: chain, pad: "audio_%u")
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

    private static func noMedia(_ path: String, _ reason: String) -> GraphFailure {
        GraphFailure(
            .deviceFormat, message: "the clip \(path) cannot be played: \(reason)",
            advice: "Try it with 'gst-play-1.0'; MP4 and MKV files with H.264 work.")
    }
}
