package import CommandLine
import DualCamConfig
import DualCamPlan
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam export SESSION --as TEMPLATE`, which writes a finished session as a file for a platform or
/// purpose. To add an option, add it to `declaration`; clients of the HTTP control interface then have it too. If the
/// option changes the picture, also add it to `ResumableRender.key`.
package struct ExportCommand: RenderCommand {
    package var options = RenderOptions()
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

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "export", "export a session for a platform or a purpose",
        discussion: """
            TEMPLATE: \(ExportTemplate.words.joined(separator: ", ")), or a file of your own that ends with .yaml. The \
            picture is rendered from the cameras' files as by 'dualcam compose'; if the recorded layouts do not fit \
            the frame, the template's layout is used. The sound is measured by EBU R128 and brought to the template's \
            loudness, with peaks of at most -1 dB. No file is changed or overwritten: the new one gets its name when \
            it is complete. After Ctrl-C or a crash, the same command resumes where it stopped.

            Exit codes: 0 written; 64 SESSION is not a session or is not finished, is longer than the template allows, \
            or something does not fit the template; 65 the template or the session's pipeline file cannot be read, or \
            the subtitles have no words or too many; 69 an encoder is missing, or the command was interrupted by \
            Ctrl-C; 73 the file exists, is being made, or cannot be created; 74 a file is missing, does not match the \
            session's records or changes meanwhile, or the disk is full.
            """,
        examples: [
            "export ~/Videos/DualCam/Lecture_1 --as youtube --chapters",
            "export . --as story --from 1:20 --to 2:10 -o ~/story.mp4",
        ],
        parameters: [sessionParameter],
        options: [
            .value("as", "TEMPLATE", \.template, "the name of a template, or a YAML file that contains one")
                .described("the name of a template"),
            outputOption(
                "FILE",
                "write to this file; its extension selects the container (default: TEMPLATE in the session's folder)"),
            numberedFileOption,
            .value("from", "TIME", \.from, "start here: 3.2s, 12:40, mark:TEXT (default: the beginning)"),
            .value("to", "TIME", \.to, "end here (default: the end)"),
            .value(
                "loudness", "LUFS", \.loudness,
                "normalise the sound to this loudness: --loudness=-23LUFS, or off (default: the template's)"),
            .value(
                "noise-reduction", "LEVEL", \.noiseReduction,
                "reduce noise behind voices: low, moderate, high, very-high, or off (default: the template's)"),
            .value(
                "mix", "MICROPHONE=GAIN,...", \.mix,
                "set the gain of each microphone in the mix: --mix anna=3dB,ben=off"),
            .value(
                "subtitles", "FILE", \.subtitles,
                "add this .srt file as a subtitle track; its times are those of the new file"
            ).forPrograms(.document),
            .flag("draw-subtitles", \.drawSubtitles, "draw the subtitles into the picture instead of adding a track"),
            .flag("chapters", \.chapters, "also write the marks to a text file, as chapters for YouTube"),
            piecesOption(\.pieces),
            trustOption,
            uncheckedOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
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

    package func check(in place: ProcessEnvironment) throws(CommandFailure) {
        let request = try ExportRequest(self, in: place)
        _ = try request.container()
        guard let words = options.texts["subtitles"] else { return }
        try request.checkHasPicture()
        try request.checkLimits(of: Array(words.utf8))
    }

    package func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? SessionOutline(reading: folder) else { return }
        let request = try ExportRequest(self, in: place)
        let span = try request.span(session.moments, isCopied: request.copiesSound(in: try request.container()))
        _ = try request.treatment(of: session.tracks)
        _ = try request.chapterText(session.moments.marks, span ?? session.moments.whole, beginning: session.name)
    }

    private static func file(_ text: [UInt8]) throws(CommandFailure) -> UnnamedFile {
        guard let file = UnnamedFile(text) else {
            throw CommandFailure(
                .diskFailed, naming: "there is no space for the file of \(option: "subtitles")",
                next: "Free space in /dev/shm or /tmp.")
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
            throw CommandFailure(.usage, "'\(text)' cannot be read", next: "Check its path and permissions.")
        }
        guard bytes.count <= limit else {
            throw CommandFailure(.usage, "'\(text)' is too large for a template", next: "Check its path.")
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
