/// `dualcam run FILE`
struct RunCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var output: DirectoryPath?
    var duration: RecordingLength?
    var json = false
    var quiet = false

    static let declaration = CommandDeclaration<Self>(
        "run", "record what a pipeline file describes",
        discussion: """
            Recording ends with Ctrl-C, SIGTERM or --duration; every file is finished first. A FILE that \
            does not exist is looked for among the shipped pipelines: 'pip' finds Pipelines/pip.yaml.

            Exit codes: 0 finished well, 64 usage, 65 the pipeline file is wrong, 69 a device or encoder \
            is not there, 73 an output cannot be created, 74 the disk failed or is full, 70 a fault of \
            dualcam itself, 75 stopped by heat.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [
            .flag("simulate", \.simulate, "replace every camera and the microphone by a test pattern and a test tone"),
            .repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15"),
            .value("output", "DIR", \.output, "record into this folder (recording.directory)"),
            .value("duration", "LENGTH", \.duration, "stop after this long: 10s, 5min, 1h (recording.duration)"),
            .flag("json", \.json, "print one event a line as JSON on standard output"),
            .flag("quiet", \.quiet, "print errors only"),
        ])

    /// `--set`, then the options that are short for one.
    var overrides: [Setting] {
        settings + (output.map { [Setting("recording.directory", $0.path)] } ?? [])
            + (duration.map { [Setting("recording.duration", $0.text)] } ?? [])
    }

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        let request = PipelineRequest(file: file ?? "", settings: overrides, simulate: simulate)
        let prepared = try await Preparation.prepare(request, quiet: quiet, in: place)
        return try await Take(prepared: prepared, json: json, quiet: quiet, place: place).record()
    }
}
