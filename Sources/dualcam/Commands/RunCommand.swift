import DualCamConfig

/// `dualcam run FILE`
struct RunCommand: RecordingCommand {
    var file: String?
    var options = RecordingOptions()

    static let declaration = CommandDeclaration<Self>(
        "run", "record what a pipeline file describes",
        discussion: """
            Recording ends with Ctrl-C, SIGTERM, --duration or --until; every file is finished first. A bare name, \
            without '/' and '.yaml', that is no file is looked for among the shipped pipelines: 'pip' finds Pipelines/pip.yaml. \
            Where FILE is -, the pipeline comes on standard input.

            \(exitCodes)
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        await supervise(in: place, serves: false)
    }
}
