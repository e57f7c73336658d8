import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// `dualcam compose SESSION`
struct ComposeCommand: MakingCommand {
    var session: DirectoryPath?
    var output: DirectoryPath?
    var edit: DirectoryPath?
    var every: WrittenValue<Duration>?
    var atMarks = false
    var speakers: SpeakerList?
    var pieces: PieceLength?
    var unchecked = false
    var numbered = false
    var json = false
    var texts: [String: String] = [:]

    static let declaration = CommandDeclaration<Self>(
        "compose", "draw a finished session's combined file out of its cameras' files",
        discussion: """
            The ledger tells every decision about the picture with its frame: layouts, swaps, insets, motions, zooms, looks \
            and overlays. They are drawn again by the same mixer, as fast as the machine has time for it, at the lowest \
            priority, or others: those of a cut list (--edit), or a rule's: another camera each 5 s (--switch-every), at each \
            mark (--switch-at-marks), or whose microphone is the loudest (--by-speaker). The sound is copied. The cameras' files are not changed, and no file is written over: the new one has \
            its name when it is whole. After Ctrl-C, or a crash, the same command goes on with what is drawn.

            Exit codes: 0 written; 64 SESSION is none, is not finished, or does not tell its picture; 65 its pipeline file \
            cannot be read any more; 69 an encoder is not there, or it was ended by Ctrl-C; 73 the file is there already, \
            or cannot be created; 74 a file is missing or is not what was recorded, or the disk is full.
            """,
        examples: ["compose ~/Videos/DualCam/Lecture_1", "compose . -o again.mov --json"],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value(
                "output", "FILE", \.output,
                "write this file; its name ends with .mov, .mp4 or .mkv (default: combined in the session's folder)",
                short: "o"),
            .flag("numbered", \.numbered, "where the file is there already, write one with a number behind its name"),
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
            .flag(
                "unchecked", \.unchecked, "take files as they are, without comparing their SHA-256 with the session's"),
            .flag("json", \.json, "print events, one JSON object a line"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let folder = place.absolute(session?.path ?? "")
        Priority.yieldToOthers()
        try await Preparation.startGStreamer(quiet: json, in: place)
        let request = CompositionRun(
            output: output.map { place.absolute($0.path) }, json: json, place: place, isUnchecked: unchecked,
            isNumbered: numbered, pieces: pieces ?? .standard)
        let (edit, rule) = (edit.map { place.absolute($0.path) }, try rule())
        let list = texts["edit"].map { Array($0.utf8) }
        let ended = EndRequest(place)
        defer { ended.stop() }
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            var preparation = try CompositionPreparation(folder, in: place)
            if let edit { try preparation.edit(by: edit) }
            if let list { try preparation.edit(by: list, named: "edit") }
            if let rule { try preparation.change(by: rule) }
            return try request.compose(preparation) { !ended.hasCome }
        }
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) {
        _ = try rule()
        guard let list = texts["edit"] else { return }
        let context = place.context(ofFilesIn: place.absolute(session?.path ?? ""))
        do throws(PipelineIssues) { _ = try EditDecision.load(Array(list.utf8), named: "edit", context: context) } catch
        {
            throw CommandFailure(error)
        }
    }

    /// What says what is seen, in the place of what was directed.
    private func rule() throws(CommandFailure) -> CompositionRule? {
        let rules: [CompositionRule?] = [
            try every.map { written throws(CommandFailure) in .every(try Self.interval(written)) },
            atMarks ? .marks : nil, speakers.map { .speakers($0.cameras) },
        ]
        let given = [
            edit != nil || texts["edit"] != nil ? "edit" : nil, every.map { _ in "switch-every" },
            atMarks ? "switch-at-marks" : nil, speakers.map { _ in "by-speaker" },
        ].compactMap(\.self)
        guard given.count < 2 else {
            throw CommandFailure(
                .usage, naming: "\(option: given[0]) and \(option: given[1]) both say what is seen",
                next: "Keep one of them.")
        }
        return rules.compactMap(\.self).first
    }

    private static func interval(_ written: WrittenValue<Duration>) throws(CommandFailure) -> Duration {
        do throws(Refusal) { return try Duration(parsing: written.text, in: Switching.intervals) } catch {
            throw CommandFailure(
                .usage, naming: "\(option: "switch-every"): \(error.message)", next: OptionText(error.hint ?? ""))
        }
    }
}

/// `back=anna,front=ben`
struct SpeakerList: OptionValue, Equatable {
    var cameras: [SpeakerCamera]

    init(argument text: String) throws(Refusal) {
        cameras = try text.split(separator: ",", omittingEmptySubsequences: false).map { pair throws(Refusal) in
            let names = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard names.count == 2, !names.contains("") else {
                throw Refusal(
                    "'\(pair)' is no camera with its microphone", hint: "Write them as in back=anna,front=ben.")
            }
            return SpeakerCamera(camera: names[0], microphone: names[1])
        }
        guard cameras.count > 1 else {
            throw Refusal("there is only one camera to be seen", hint: "Write two at least: back=anna,front=ben.")
        }
    }
}
