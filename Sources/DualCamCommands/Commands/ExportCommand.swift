import CommandLine
import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam export SESSION --as TEMPLATE`, which writes a finished session as a file for a platform or
/// purpose. A new option is also a new argument of `MakingRoutes.export`, for clients of the control interface. If it
/// changes the picture, it belongs to `ResumableRender.key`, too.
struct ExportCommand: RenderCommand {
    var options = RenderOptions()
    var template: TemplateName?
    var from: TimePoint?
    var to: TimePoint?
    var loudness: WrittenValue<Loudness>?
    var noiseReduction: WrittenNoiseReduction?
    var mix: MicrophoneMix?
    var subtitles: DirectoryPath?
    var drawSubtitles = false
    var chapters = false
    var pieces: PieceLength?

    static let declaration = CommandDeclaration<Self>(
        "export", "write a finished session in the form that a platform or a purpose wants",
        discussion: """
            TEMPLATE: \(ExportTemplate.words.joined(separator: ", ")), or a file of your own that ends with .yaml. The picture \
            is drawn again from the cameras' files, as 'dualcam compose' draws it; where the recorded layouts do not fit the \
            frame, the template's is taken. The sound is measured by EBU R128 and brought to the template's loudness, its \
            peaks to -1 dB. No file is changed, and none is written over: the new one has its name when it is whole. \
            After Ctrl-C, or a crash, the same command goes on with what is drawn.

            Exit codes: 0 written; 64 SESSION is none or is not finished, it is longer than the template takes, or \
            something does not fit the template; 65 the template or the session's pipeline file cannot be read, or the subtitles have no words or too many; 69 an \
            encoder is not there, or it was ended by Ctrl-C; 73 the file is there already, is being made, or cannot be \
            created; 74 a file is missing or is not what was recorded, or changes meanwhile, or the disk is full.
            """,
        examples: [
            "export ~/Videos/DualCam/Lecture_1 --as youtube --chapters",
            "export . --as story --from 1:20 --to 2:10 -o ~/story.mp4",
        ],
        parameters: [sessionParameter],
        options: [
            .value("as", "TEMPLATE", \.template, "a template's name, or a YAML file with one"),
            outputOption(
                "FILE", "write this file; its name says the container (default: TEMPLATE in the session's folder)"),
            numberedFileOption,
            .value("from", "TIME", \.from, "where it is to begin: 3.2s, 12:40, mark:TEXT (default: the beginning)"),
            .value("to", "TIME", \.to, "where it is to end (default: the end)"),
            .value(
                "loudness", "LUFS", \.loudness,
                "bring the sound to this loudness: --loudness=-23LUFS; off: leave it alone (default: the template's)"),
            .value(
                "noise-reduction", "LEVEL", \.noiseReduction,
                "take noise from behind the voices: low, moderate, high, very-high; off (default: the template's)"),
            .value(
                "mix", "MICROPHONE=GAIN,...", \.mix,
                "make microphones louder or quieter beside each other: --mix anna=3dB,ben=off"),
            .value("subtitles", "FILE", \.subtitles, "put the words of this .srt file into a track of their own"),
            .flag("draw-subtitles", \.drawSubtitles, "draw these words into the picture, in the place of the track"),
            .flag("chapters", \.chapters, "write the marks beside it, as the text of which YouTube makes chapters"),
            .value(
                "pieces", "LENGTH", \.pieces,
                "keep what is drawn in pieces of this length, 1s to 1h, until the file is whole; off (default: 60s)"),
            trustOption,
            uncheckedOption,
            jsonOption,
        ])

    func make(_ making: RenderContext) throws(CommandFailure) {
        var request = try ExportRequest(self, in: making.place)
        let words = try options.texts["subtitles"].map { text throws(CommandFailure) in
            try Self.file(Array(text.utf8))
        }
        defer { withExtendedLifetime(words) {} }
        if let words { request.subtitles = words.path }
        var run = ExportRun(request: request, making: making)
        try run.export(
            CompositionPreparation(making.folder, needsPicture: false, trusting: making.trust, in: making.place))
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) {
        let request = try ExportRequest(self, in: place)
        _ = try request.container()
        guard let words = options.texts["subtitles"] else { return }
        try request.checkHasPicture()
        try request.checkLimits(of: Array(words.utf8))
    }

    func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? ComposedSession(reading: folder, needsPicture: false) else { return }
        let request = try ExportRequest(self, in: place)
        let span = try request.span(session.moments, isCopied: request.copiesSound(in: try request.container()))
        _ = try request.treatment(of: session.tracks)
        _ = try request.chapterText(session.marks, span ?? session.moments.whole, beginning: session.name)
    }

    private static func file(_ text: [UInt8]) throws(CommandFailure) -> UnnamedFile {
        guard let file = UnnamedFile(text) else {
            throw CommandFailure(
                .diskFailed, naming: "there is no room for \(option: "subtitles")",
                next: "Make room in /dev/shm or /tmp.")
        }
        return file
    }
}

/// The value of the option `--as` of `dualcam export`: a template's name, or the path of a YAML file with a template.
struct TemplateName: OptionValue, Equatable {
    /// The name of a built-in export template, or the path of a file with a template.
    var text: String
    private var isFile: Bool { text.hasSuffix(".yaml") || text.hasSuffix(".yml") }

    static let completion = Completion.words(ExportTemplate.words)

    init(argument text: String) throws(Refusal) {
        self.text = text
        guard !isFile, ExportTemplate(known: text) == nil else { return }
        let nearest = text.likelyMeaning(among: ExportTemplate.words).map { "Did you mean \($0)? " } ?? ""
        throw Refusal(
            "there is no template '\(text)'",
            hint: "\(nearest)There are \(ExportTemplate.words.joined(separator: ", ")), and files that end with .yaml.")
    }

    func template(in place: ProcessEnvironment) throws(CommandFailure) -> ExportTemplate {
        if let known = ExportTemplate(known: text) { return known }
        let path = place.absolute(text)
        let limit = ExportTemplate.largestFile
        guard let bytes = place.files.bytes(of: path, limit: limit + 1) else {
            throw CommandFailure(.usage, "'\(text)' cannot be read", next: "Look at its path.")
        }
        guard bytes.count <= limit else {
            throw CommandFailure(.usage, "'\(text)' is too large for a template", next: "Look at its path.")
        }
        let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "export")
        let context = LoadContext(
            environment: place.environment, home: place.environment["HOME", default: ""],
            encoders: EncoderCatalog.words)
        return try translated { () throws(PipelineIssues) in
            try ExportTemplate.load(bytes, named: text, template: name, context: context)
        }
    }
}
