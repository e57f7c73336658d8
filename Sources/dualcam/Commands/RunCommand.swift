import DualCamConfig

/// `dualcam run FILE`
struct RunCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var output: DirectoryPath?
    var duration: RecordingLength?
    var listen: String?
    var until: TimeWord?
    var delay: RecordingLength?
    var json = false
    var quiet = false
    var log: LogStyle?

    static let declaration = CommandDeclaration<Self>(
        "run", "record what a pipeline file describes",
        discussion: """
            Recording ends with Ctrl-C, SIGTERM, --duration or --until; every file is finished first. A FILE that \
            does not exist is looked for among the shipped pipelines: 'pip' finds Pipelines/pip.yaml.

            Exit codes: 0 finished well, 64 usage, 65 the pipeline file is wrong, 69 a device or encoder \
            is not there, 73 an output cannot be created, 74 the disk failed or is full, 70 a fault of \
            dualcam itself, 75 stopped by heat or an empty battery.
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .pipeline)],
        options: [
            .flag("simulate", \.simulate, "replace every camera and the microphone by a test pattern and a test tone"),
            .repeated("set", "KEY=VALUE", \.settings, "override one key: --set cameras.back.rate=15"),
            .value("output", "DIR", \.output, "record into this folder (recording.directory)"),
            .value("duration", "LENGTH", \.duration, "stop after this long: 10s, 5min, 1h (recording.duration)"),
            .value(
                "listen", "ADDRESS:PORT", \.listen,
                "take commands over HTTP there, as on 127.0.0.1:8080 (control.listen)"),
            .value("until", "TIME", \.until, "stop at this time of day, the next such: 17:30 (recording.until)"),
            .value("delay", "LENGTH", \.delay, "count down for this long first (recording.delay)"),
            .flag("json", \.json, "print one event a line as JSON on standard output"),
            .flag("quiet", \.quiet, "print errors only"),
            .value(
                "log", "STYLE", \.log,
                "lines on standard error: auto, plain, or journal (with severities, as systemd wants)"),
        ])

    /// `--set`, then the options that are short for one.
    var overrides: [Setting] {
        settings + (output.map { [Setting("recording.directory", $0.path)] } ?? [])
            + (duration.map { [Setting("recording.duration", $0.text)] } ?? [])
            + (listen.map { [Setting("control.listen", $0)] } ?? [])
            + (until.map { [Setting("recording.until", $0.text)] } ?? [])
            + (delay.map { [Setting("recording.delay", $0.text)] } ?? [])
    }

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        let place = place.logging(log ?? .automatic)
        do throws(CommandFailure) {
            return await Supervisor(order: try order(in: place), place: place).run()
        } catch {
            return place.report(error)
        }
    }

    /// Reads the pipeline file, once and for all workers.
    private func order(in place: Workplace) throws(CommandFailure) -> SupervisionOrder {
        let found = try PipelineSearch(place).read(file ?? "")
        var place = place
        place.files = GivenFile(path: found.path, content: found.bytes, others: place.files)
        let request = PipelineRequest(file: found.path, settings: overrides, simulate: simulate)
        let loaded = try Preparation.load(request, in: place)
        return SupervisionOrder(
            words: words, found: found, pipeline: loaded.pipeline, json: json, quiet: quiet)
    }

    /// The options for the worker.
    private var words: [String] {
        let flags = [(simulate, "--simulate"), (json, "--json"), (quiet, "--quiet")].filter(\.0).map(\.1)
        return flags + overrides.map { "--set=\($0.key)=\($0.value)" } + (log.map { ["--log=" + $0.rawValue] } ?? [])
    }
}
