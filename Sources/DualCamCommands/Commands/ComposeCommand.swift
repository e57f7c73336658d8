import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam compose SESSION`, which renders a session's combined picture from its cameras' files.
struct ComposeCommand: RenderCommand {
    var options = RenderOptions()
    var edit: DirectoryPath?
    var every: WrittenValue<Duration>?
    var atMarks = false
    var speakers: SpeakerList?
    var pieces: PieceLength?

    static let declaration = CommandDeclaration<Self>(
        "compose", "draw a finished session's combined file out of its cameras' files",
        discussion: """
            The ledger tells every decision about the picture with its frame: layouts, swaps, insets, motions, zooms, looks \
            and overlays. They are drawn again by the same mixer, as fast as the machine has time for it, at the lowest \
            priority, or others: those of a cut list (--edit), or a rule's: another camera each 5 s (--switch-every), at each \
            mark (--switch-at-marks), or whose microphone is the loudest (--by-speaker). The sound is copied. The cameras' files are not changed, and no file is written over: the new one has \
            its name when it is whole. After Ctrl-C, or a crash, the same command goes on with what is drawn.

            Exit codes: 0 written; 64 SESSION is none, is not finished, or does not tell its picture; 65 its pipeline \
            file cannot be read any more; 69 an encoder is not there, or it was ended by Ctrl-C; 73 the file is there \
            already, is being made, or cannot be created; 74 a file is missing or is not what was recorded, or changes \
            meanwhile, or the disk is full.
            """,
        examples: ["compose ~/Videos/DualCam/Lecture_1", "compose . -o again.mov --json"],
        parameters: [sessionParameter],
        options: [
            outputOption(
                "FILE",
                "write this file; its name ends with .mov, .mp4 or .mkv (default: combined in the session's folder)"),
            numberedFileOption,
            .value(
                "edit", "FILE", \.edit,
                "draw it by this cut list, in the place of what was directed; see 'dualcam cuts'"),
            .value("switch-every", "TIME", \.every, "change the main camera by itself: --switch-every 5s"),
            .flag("switch-at-marks", \.atMarks, "change to the next main camera at each mark"),
            .value(
                "by-speaker", "CAMERA=MICROPHONE,...", \.speakers,
                "show whoever speaks, by the tracks of the microphones: --by-speaker back=anna,front=ben"),
            .value(
                "pieces", "LENGTH", \.pieces,
                "keep what is drawn in pieces of this length, 1s to 1h, until the file is whole; off (default: 60s)"),
            trustOption,
            uncheckedOption,
            jsonOption,
        ])

    func make(_ making: RenderContext) throws(CommandFailure) {
        var preparation = try CompositionPreparation(making.folder, trusting: making.trust, in: making.place)
        if let edit { try preparation.edit(by: making.place.absolute(edit.path)) }
        if let list = options.texts["edit"] { try preparation.edit(by: Array(list.utf8), named: "edit") }
        let sources = HeldSources(watching: preparation.session.files, goesOn: making.goesOn)
        if let rule = try rule() {
            try sources.watching { () throws(CommandFailure) in try preparation.change(by: rule) }
        }
        try making.compose(preparation, reading: sources, in: pieces ?? .standard)
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) {
        _ = try rule()
        guard let list = options.texts["edit"] else { return }
        let context = place.context(options.trust.ruleOfCuts, of: nil, in: "")
        _ = try translated { () throws(PipelineIssues) in
            try EditDecision.load(Array(list.utf8), named: "edit", context: context)
        }
    }

    func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? ComposedSession(reading: folder, needsPicture: false) else { return }
        switch try rule() {
        case .marks: try CompositionRule.check(session.marks)
        case .speakers(let pairs): _ = try CompositionRule.tracks(of: pairs, among: session.tracks)
        case .every, nil: break
        }
    }

    /// Returns the rule for switching cameras that an option selects, in place of the recorded edit decisions; `nil`
    /// without such an option. Throws if several such options are given.
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
                .usage, naming: "\(option: given[0]) and \(option: given[1]) both say what is seen",
                next: "Keep one of them.")
        }
        return rules.compactMap(\.self).first
    }
}

/// The value of the option `--by-speaker`: pairs of a camera and the microphone of the person whom it shows, such as
/// `back=anna,front=ben`.
struct SpeakerList: OptionValue {
    typealias Pair = (camera: String, microphone: String)

    var cameras: [Pair]

    init(argument text: String) throws(Refusal) {
        cameras = try text.pairs("camera with its microphone", as: "back=anna,front=ben").map { ($0, $1) }
        guard cameras.count > 1 else {
            throw Refusal("there is only one camera to be seen", hint: "Write two at least: back=anna,front=ben.")
        }
    }
}
