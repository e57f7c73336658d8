import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam init [FILE]`, which writes a pipeline file for the connected cameras.
struct InitCommand: Command {
    var file: String?
    var wizard = false

    static let declaration = CommandDeclaration<Self>(
        "init", "write a pipeline file for the connected cameras",
        discussion: """
            Asks no questions: FILE gets the cameras and the microphone that are found, the best size and rate that \
            all of them deliver and this machine can record, and a suitable encoder, with comments. If no camera is \
            connected, FILE describes two future cameras, and until they exist it records with --simulate. An existing \
            FILE is not changed.

            Exit codes: 0 written, 64 the answers to the wizard end too early, 73 FILE exists or cannot be created, 74 \
            it cannot be written.
            """, examples: ["init talk.yaml", "init talk.yaml --wizard"],
        parameters: [.optional("FILE", \.file, "the file to write (default: dualcam.yaml)")],
        options: [.flag("wizard", \.wizard, "ask five questions first")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let name = file ?? "dualcam.yaml"
        let path = place.absolute(name)
        // The user must not be asked any questions if the file cannot be written anyway.
        if place.files.kind(of: path) != .missing { throw Self.alreadyThere(name) }
        try await place.startGStreamer(quiet: false)
        let store = CalibrationStore(place)
        let found = try await BlockingCalls.perform { () throws(CommandFailure) in FoundDevices.ofThisMachine(store) }
        let draft = try await BlockingCalls.perform { () throws(CommandFailure) in
            let drafting = Drafting(found: found, place: place)
            let wanted = wizard ? try Wizard(found: found, place: place).ask(about: drafting.usual) : drafting.usual
            let draft = drafting.fitted(wanted)
            _ = try drafting.load(draft)
            try draft.write(to: path, named: name, elsewhere: "Choose another path.")
            return draft
        }
        place.output.write(Self.report(draft, name))
        return .finished
    }

    static func report(_ draft: PipelineDraft, _ name: String) -> TerminalText {
        let facts = [draft.told(as: name)]
        let isEmpty = draft.cameras.allSatisfy { $0.device == nil }
        let next =
            isEmpty
            ? [
                "No camera was found. Try 'dualcam run \(name) --simulate'; without --simulate, it uses the cameras "
                    + "that are connected at that time."
            ] : ["Next: 'dualcam plan \(name)' shows what it records, 'dualcam run \(name)' records."]
        return TerminalText(lines: facts + (draft.doubt.map { [$0] } ?? []) + next)
    }

    fileprivate static func alreadyThere(_ name: String) -> CommandFailure {
        CommandFailure(
            .outputNotCreated, "'\(name)' already exists and was not changed",
            next: "Choose another name: dualcam init FILE.")
    }
}

extension PipelineDraft {
    /// Returns a line for users about the pipeline file that was written: its name, the cameras' modes and the encoder.
    func told(as name: String) -> String {
        let modes = cameras.map { "\($0.name) \(Self.words($0.mode))" }
        return "wrote \(name): \(modes.joined(separator: ", ")); encoder \(encoder)"
    }

    /// Writes the draft to a new pipeline file. Throws a failure if the file exists, because it is never replaced, or
    /// if it cannot be written.
    ///
    /// - Parameter elsewhere: The advice to the user if the file cannot be created.
    func write(to path: String, named name: String, elsewhere: String) throws(CommandFailure) {
        do throws(NewFile.Refusal) {
            try NewFile.write(Array(text.utf8), to: path, replacing: false)
        } catch {
            throw error.failure(of: name, InitCommand.alreadyThere(name), elsewhere: OptionText(elsewhere))
        }
    }
}
