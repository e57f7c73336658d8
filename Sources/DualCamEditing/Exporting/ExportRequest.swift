import CommandLine
import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A request to export a session: the command's options, and the export template with the changes that these options
/// make.
struct ExportRequest {
    let command: ExportCommand
    private(set) var template: ExportTemplate
    /// The path given by `--output`; `nil` to write a file with the template's name into the session's folder.
    private let output: String?
    /// The path of the .srt file with the subtitles; `nil` for an export without subtitles.
    var subtitles: String?
    /// The number of subtitles in the .srt file; 0 until the file has been read.
    private(set) var subtitleCount = 0

    init(_ command: ExportCommand, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let name = command.template else {
            throw CommandFailure(
                .usage, "the template is missing",
                next: "Give --as with one of \(ExportTemplate.words.joined(separator: ", ")), or a YAML file.")
        }
        guard !command.options.trust.isRemote || ExportTemplate(known: name.text) != nil else {
            throw CommandFailure(
                .usage, naming: "\(option: "as"): there is no template '\(name.text)'",
                next: "Choose one of \(ExportTemplate.words.joined(separator: ", ")).")
        }
        (self.command, template) = (command, try name.template(in: place))
        output = command.options.output.map { place.absolute($0.path) }
        subtitles = command.subtitles.map { place.absolute($0.path) }
        if let loudness = command.loudness { try set(loudness) }
        if let reduction = command.noiseReduction { try set(reduction) }
    }

    /// Changes the template's loudness to the value of the option `--loudness`. Throws a usage failure if the value is
    /// not accepted or would have no effect.
    private mutating func set(_ loudness: WrittenValue<Loudness>) throws(CommandFailure) {
        guard loudness.text != "off" else {
            template.loudness = nil
            return
        }
        try checkIsMixed("loudness")
        template.loudness = LoudnessTarget(try loudness.value(of: "loudness", in: LoudnessTarget.loudnesses))
    }

    /// Changes the template's noise reduction to the value of the option `--noise-reduction`. Throws a usage failure if
    /// the option would have no effect.
    private mutating func set(_ reduction: WrittenNoiseReduction) throws(CommandFailure) {
        if reduction.level != nil { try checkIsMixed("noise-reduction") }
        template.sound.noiseReduction = reduction.level
    }

    /// Throws a usage failure if an option about the sound would have no effect, because the export has no sound or
    /// does not mix and re-encode it.
    ///
    /// - Parameter option: The name of the option for the failure's message.
    func checkIsMixed(_ option: String) throws(CommandFailure) {
        guard isAnimation || !template.sound.isMixed || template.sound.codec == nil else { return }
        let reason = isAnimation ? "has no sound" : "keeps the sound as it was recorded"
        throw CommandFailure(
            .usage, naming: "\(option: option): \(template.name) \(reason)",
            next: "Remove it, or choose another template.")
    }

    /// Returns the noise reduction and the volumes that the export applies to the session's sound tracks. Throws a
    /// usage failure if `--mix` does not fit the template or the tracks.
    ///
    /// - Parameter tracks: The names of the microphones in each sound track; empty for a track without names.
    func treatment(of tracks: [[String]]) throws(CommandFailure) -> SoundTreatment {
        var treatment = SoundTreatment()
        treatment.noiseReduction = template.sound.noiseReduction
        guard let mix = command.mix else { return treatment }
        try checkIsMixed("mix")
        treatment.volumes = try mix.volumes(of: tracks)
        return treatment
    }

    /// Returns the container format of the exported file. It is determined by the extension of the file given by
    /// `--output` or, without that option, by the template. Throws a usage failure if the extension does not fit the
    /// template.
    func container() throws(CommandFailure) -> ExportContainer {
        guard let output else { return template.container }
        let fitting = ExportContainer.allCases.filter { $0.kind == template.container.kind }
        let endings = fitting.map { ".\($0.rawValue)" }
        guard let container = ExportContainer(ending: output), fitting.contains(container) else {
            throw CommandFailure(
                .usage, "'\(output)' does not have an extension that \(template.name) can write",
                next: "Let it end with \(endings.dropLast().joined(separator: ", ")) or \(endings.last ?? "").")
        }
        return container
    }

    /// True if the export is an animation without sound (GIF or WebP).
    var isAnimation: Bool { template.container.kind == .animation }

    /// Reads the subtitles and counts them. Throws if their file cannot be read, or if the export cannot have
    /// subtitles.
    mutating func checkSubtitles(_ files: any FileView) throws(CommandFailure) {
        guard let subtitles else {
            guard command.drawSubtitles else { return }
            throw CommandFailure(
                .usage, naming: "\(option: "draw-subtitles"): there are no subtitles",
                next: "Give an .srt file with \(option: "subtitles").")
        }
        try checkHasPicture()
        let limit = SubtitleLimits.largestFile
        guard files.kind(of: subtitles) == .file, let bytes = files.bytes(of: subtitles, limit: limit + 1) else {
            throw CommandFailure(.usage, "'\(subtitles)' cannot be read", next: "Give the path of an .srt file.")
        }
        subtitleCount = try checkLimits(of: bytes)
    }

    /// Checks that the subtitles are few and small enough to be drawn in reasonable time. Otherwise, throws a failure
    /// with exit code 65.
    /// - Parameter words: The content of the .srt file.
    /// - Returns: The number of subtitles.
    @discardableResult
    func checkLimits(of words: [UInt8]) throws(CommandFailure) -> Int {
        do throws(Refusal) { return try SubtitleLimits.check(words) } catch {
            var failure = CommandFailure(error, of: "subtitles")
            failure.exitCode = .pipelineFile
            throw failure
        }
    }

    /// Throws a usage failure if the export cannot have subtitles. This is the case for a template without a picture.
    /// It is also the case for an animation, which has no subtitle track, unless the subtitles are drawn into the
    /// picture.
    func checkHasPicture() throws(CommandFailure) {
        guard template.picture == nil else {
            guard isAnimation, !command.drawSubtitles else { return }
            throw CommandFailure(
                .usage, naming: "\(option: "subtitles"): \(template.name) has no track for subtitles",
                next: "Have them drawn into the picture with \(option: "draw-subtitles").")
        }
        throw CommandFailure(
            .usage, naming: "\(option: "subtitles"): \(template.name) has no picture",
            next: "Leave it out, or choose a template with a picture.")
    }

    /// Returns the method for encoding the sound in the exported file. Throws a usage failure if the container format
    /// does not support the codec.
    ///
    /// - Parameter recorded: The codec of the session's recorded sound; `nil` if the session has no sound.
    func coding(in container: ExportContainer, recorded: AudioCodec?) throws(CommandFailure) -> SoundCoding {
        let codec = container == .ogg ? AudioCodec.opus : template.sound.codec
        if let video = container.video, let held = codec ?? recorded, !video.accepts(held) {
            throw CommandFailure(
                .usage, "\(video.rawValue) files cannot hold \(held.rawValue) sound",
                next: "Let the file's name end with .\(held == .pcm ? "mov" : "mkv").")
        }
        guard let codec else { return .copied }
        return template.sound.isMixed
            ? .mixed(codec, template.sound.bitrate) : .tracks(codec, template.sound.bitrate)
    }

    /// Returns true if the export copies the recorded sound instead of re-encoding it.
    func copiesSound(in container: ExportContainer) -> Bool { container != .ogg && template.sound.codec == nil }

    /// Returns the part of the timeline to export, in nanoseconds; `nil` for the whole timeline.
    ///
    /// Throws if the part is longer than the template allows. Also throws if a part is requested and the sound is
    /// copied, because copied sound cannot be cut.
    func span(_ moments: SessionMoments, isCopied: Bool) throws(CommandFailure) -> Range<Int64>? {
        let part = try moments.part(from: command.from, to: command.to)
        if part != nil, isCopied {
            throw CommandFailure(
                .usage, naming: "\(template.name) copies the recorded sound, which cannot be cut here",
                next:
                    "Leave \(option: "from") and \(option: "to") out, or cut the session's files with 'dualcam trim'.")
        }
        let length = Duration.nanoseconds((part ?? moments.whole).length)
        if let longest = template.longest, length > longest + .milliseconds(100) {
            throw CommandFailure(
                .usage,
                naming:
                    "it would be \(Wording.clock(length)) long, but \(template.name) allows at most \(Wording.clock(longest))",
                next: "Choose a part of it with \(option: "from") and \(option: "to"), or another template.")
        }
        return part
    }

    /// Returns the text of the chapters file for YouTube; `nil` unless `--chapters` is given. Throws if the session has
    /// too few marks for chapters.
    ///
    /// - Parameters:
    ///   - span: The exported range of the session's timeline, in nanoseconds.
    ///   - beginning: The title of the first chapter if there is no mark for it.
    func chapterText(
        _ marks: [SessionMark], _ span: Range<Int64>, beginning: String
    ) throws(CommandFailure) -> String? {
        guard command.chapters else { return nil }
        let text = ChapterText.text(of: marks, in: span, beginning: beginning)
        guard let text else {
            throw CommandFailure(
                .usage, naming: "its marks do not make at least \(ChapterText.least) chapters of 10 s or more",
                next:
                    "Leave \(option: "chapters") out. To mark moments during a recording, use 'dualcam mark TEXT'."
            )
        }
        return text
    }
}
