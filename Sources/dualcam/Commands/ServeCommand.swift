import DualCamConfig

/// `dualcam serve FILE`
struct ServeCommand: RecordingCommand {
    var file: String?
    var options = RecordingOptions()
    var record = false

    static let declaration = CommandDeclaration<Self>(
        "serve", "keep the cameras open, and record take after take",
        discussion: """
            The cameras run, and nothing is recorded before somebody asks for it ('dualcam record'); 'dualcam \
            stop' ends a take, and the next can begin at once. Ctrl-C or SIGTERM ends the take under way, if \
            there is one, and the program; so do thermal.shutdown and battery.stop, as cameras that run are \
            heat and load, too.

            The pipeline file may be changed meanwhile: it is read again when it is saved, or at SIGHUP. What \
            cannot be taken over while a take is recorded is named, and holds from the next take on.

            \(exitCodes)
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [.flag("record", \.record, "begin the first take as soon as the cameras are open")]
            + recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        await supervise(in: place, serves: true, atOnce: record)
    }
}
