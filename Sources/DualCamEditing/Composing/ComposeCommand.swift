package import CommandLine
import DualCamConfig
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam compose SESSION`, which renders a session's combined picture from its cameras' files.
package struct ComposeCommand: RenderCommand {
    package var options = RenderOptions()
    var edit: DirectoryPath?
    var every: WrittenValue<Duration>?
    var atMarks = false
    var speakers: SpeakerList?
    var pieces: PieceLength?

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "compose", "render a session's combined picture from its cameras' files",
        discussion: """
            The ledger contains every decision about the picture with its frame: layouts, swaps, insets, motions, \
            zooms, looks and overlays. The same mixer renders them again, as fast as the machine allows, at the lowest \
            priority. Other decisions can replace them: those of a cut list (--edit), or a rule that changes the \
            camera at an interval (--switch-every), at each mark (--switch-at-marks), or to the loudest microphone \
            (--by-speaker). The sound is copied. The cameras' files are not changed, and no file is overwritten: the \
            new one gets its name when it is complete. After Ctrl-C or a crash, the same command resumes where it \
            stopped.

            Exit codes: 0 written; 64 SESSION is not a session, is not finished, or does not record how its picture \
            was composed; 65 its pipeline file can no longer be read; 69 an encoder is missing, or the command was \
            interrupted by Ctrl-C; 73 the file exists, is being made, or cannot be created; 74 a file is missing, does \
            not match the session's records or changes meanwhile, or the disk is full.
            """,
        examples: ["compose ~/Videos/DualCam/Lecture_1", "compose . -o again.mov --json"],
        parameters: [sessionParameter],
        options: [
            outputOption(
                "FILE",
                "write to this .mov, .mp4 or .mkv file (default: combined in the session's folder)"),
            numberedFileOption,
            .value(
                "edit", "FILE", \.edit,
                "use this cut list instead of the recorded decisions; see 'dualcam cuts'"
            ).forPrograms(.document),
            .value("switch-every", "TIME", \.every, "switch the main camera automatically: --switch-every 5s"),
            .flag("switch-at-marks", \.atMarks, "switch to the next main camera at each mark"),
            .value(
                "by-speaker", "CAMERA=MICROPHONE,...", \.speakers,
                "show the camera of whoever speaks, by the microphones' tracks: --by-speaker back=anna,front=ben"),
            piecesOption(\.pieces),
            trustOption,
            uncheckedOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
        var preparation = try CompositionPreparation(making.folder, trusting: making.trust, in: making.place)
        if let edit { try preparation.edit(by: making.place.absolute(edit.path)) }
        if let list = options.texts["edit"] { try preparation.edit(by: Array(list.utf8), named: "edit") }
        let sources = HeldSources(watching: preparation.session.files, goesOn: making.goesOn)
        if let rule = try rule() {
            try sources.watching { () throws(CommandFailure) in try preparation.change(by: rule) }
        }
        try making.compose(preparation, reading: sources, in: pieces ?? .standard)
    }

    package func check(in place: ProcessEnvironment) throws(CommandFailure) {
        _ = try rule()
        guard let list = options.texts["edit"] else { return }
        let context = place.context(options.trust.ruleOfCuts, of: nil, in: "")
        _ = try translated { () throws(PipelineIssues) in
            try EditDecision.load(Array(list.utf8), named: "edit", context: context)
        }
    }

    package func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? SessionOutline(reading: folder) else { return }
        switch try rule() {
        case .marks: try CompositionRule.check(session.moments.marks)
        case .speakers(let pairs): _ = try CompositionRule.tracks(of: pairs, among: session.tracks)
        case .every, nil: break
        }
    }

    /// Returns the rule that replaces the recorded changes of the main camera, as chosen by an option; `nil` to keep
    /// the recorded changes. Throws a usage failure if several options that replace them are given.
    private func rule() throws(CommandFailure) -> CompositionRule? {
        let rules: [CompositionRule?] = [
            try every.map { written throws(CommandFailure) in
                .every(try written.value(of: "switch-every", in: Switching.intervals))
            },
            atMarks ? .marks : nil, speakers.map { .speakers($0.cameras) },
        ]
        let given = [
            edit != nil || options.texts["edit"] != nil ? "edit" : nil, every.map { _ in "switch-every" },
            atMarks ? "switch-at-marks" : nil, speakers.map { _ in "by-speaker" },
        ].compactMap(\.self)
        guard given.count < 2 else {
            throw CommandFailure(
                .usage, naming: "\(option: given[0]) and \(option: given[1]) cannot be combined",
                next: "Keep one of them.")
        }
        return rules.compactMap(\.self).first
    }
}

/// The value of the option `--by-speaker`. Each pair names a camera and the microphone of the person whom the camera
/// shows, such as `back=anna,front=ben`.
struct SpeakerList: OptionValue {
    typealias Pair = (camera: String, microphone: String)

    var cameras: [Pair]

    init(argument text: String) throws(Refusal) {
        cameras = try text.pairs("camera with its microphone", as: "back=anna,front=ben").map { ($0, $1) }
        guard cameras.count > 1 else {
            throw Refusal("only one camera is given", hint: "Write at least two: back=anna,front=ben.")
        }
    }
}
