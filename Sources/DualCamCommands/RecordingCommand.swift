import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSupervisor
import DualCamWorker
import Kernel

/// The options common to the commands `run` and `serve`.
struct RecordingOptions: Sendable {
    var simulate = false
    var settings: [Setting] = []
    var output: DirectoryPath?
    var duration: WrittenValue<Duration>?
    var listen: String?
    var until: WrittenValue<TimeOfDay>?
    var delay: WrittenValue<Duration>?
    var json = false
    var quiet = false
    /// True if GStreamer's errors and warnings are printed, too.
    var verbose = false
    var log: LogStyle?
    var fresh = false
    /// The UTC time at which dualcam has just written the pipeline file; `nil` if the file existed before.
    var drafted: String?
    /// True for a rehearsal, whose recording is discarded and must have no effect outside its folder.
    var rehearses = false

    /// The settings that keep a rehearsal without effect outside its folder. It listens on no network address and no
    /// socket, and copies, publishes and deletes nothing.
    private static let unnoticed = [
        Setting("control.socket", "off"), Setting("control.listen", "off"), Setting("control.media-keys", "off"),
        Setting("control.keys", "off"), Setting("supervision.metrics", "off"), Setting("backup.to", "off"),
        Setting("publish.to", "off"), Setting("storage.retain", "off"), Setting("storage.when-full", "stop"),
        Setting("recording.fallback", "off"), Setting("recording.until", "off"), Setting("recording.delay", "off"),
        Setting("budget.enforce", "off"),
    ]

    /// The settings that options of the command line change: those given by `--set`, followed by those for which other
    /// options are a short form, such as `--duration`.
    var overrides: [Setting] {
        settings + (rehearses ? Self.unnoticed : []) + (output.map { [Setting("recording.directory", $0.path)] } ?? [])
            + (duration.map { [Setting("recording.duration", $0.text)] } ?? [])
            + (listen.map { [Setting("control.listen", $0)] } ?? [])
            + (until.map { [Setting("recording.until", $0.text)] } ?? [])
            + (delay.map { [Setting("recording.delay", $0.text)] } ?? [])
    }

    /// Returns the environment of the worker processes.
    /// - Parameter colours: True if GStreamer may print colours.
    func environment(_ own: [String: String], colours: Bool) -> [String: String] {
        guard verbose else { return own }
        var environment = own
        environment["GST_DEBUG"] = own["GST_DEBUG"] ?? "2"
        if !colours { environment["GST_DEBUG_NO_COLOR"] = "1" }
        return environment
    }

    /// Reads the pipeline file and its remembered settings once, and returns the supervisor's instructions, which apply
    /// to all workers of the recording.
    ///
    /// Throws a failure with `ExitCode.pipelineFile` if the pipeline file has problems.
    func order(_ file: String, serves: Bool, in place: ProcessEnvironment) throws(CommandFailure) -> SupervisionOrder {
        if !quiet { PipelineSearch(place).announce(file, in: place) }
        let found = try PipelineSearch(place).read(file)
        let given = place.giving(found.bytes, at: found.path)
        var request = PipelineRequest(file: found.path, settings: overrides, simulate: simulate)
        request.drafted = drafted
        let loaded = try Preparation.load(request, in: given)
        let store = SettingsStore(place)
        if fresh, !found.isPiped { store.forget(loaded, at: found.path, in: place) }
        // Standard input may describe a different recording each time, so nothing is remembered for it.
        let recall =
            fresh || found.isPiped ? RestoredSettings() : store.recall(loaded, request, at: found.path, in: given)
        if !quiet { for note in recall.notes { place.note("note: " + note, .warning) } }
        var pipeline = loaded.pipeline
        if rehearses { pipeline.hooks = Hooks() }
        return SupervisionOrder(
            found: found, pipeline: pipeline, json: json, quiet: quiet, log: log, serves: serves,
            request: request,
            directed: recall.settings,
            memory: pipeline.control.remember && !found.isPiped && !rehearses ? store : nil)
    }
}

/// A command that records, such as `run` or `serve`.
protocol RecordingCommand: Command {
    var file: String? { get set }
    var options: RecordingOptions { get set }
}

extension RecordingCommand {
    /// Runs the supervisor until the recording is over, and returns the exit code. Starts the worker process early, so
    /// that it can load its libraries while the supervisor prepares.
    func supervise(in place: ProcessEnvironment, serves: Bool, atOnce: Bool = false) async -> ExitCode {
        var logging = place.logging(options.log ?? .automatic)
        logging.environment = options.environment(place.environment, colours: place.errorsAreTerminal)
        let place = logging
        let files = KeptFiles.place()
        var waiting: WaitingWorker?
        do throws(ChildProcess.Refusal) { waiting = try WaitingWorker(in: place, keeping: files) } catch {
            // The supervisor tries again to start a worker, and reports if that fails too.
        }
        do throws(CommandFailure) {
            var order = try options.order(file ?? "", serves: serves, in: place)
            order.recordsAtOnce = atOnce
            let directory = place.absolute(order.pipeline.recording.directory)
            // The session index lists this folder from now on, even if it does not exist yet.
            let isListed = !options.rehearses
            if isListed { BlockingCalls.begin { SessionIndex(place.cacheFolder).note(directory) } }
            let code = await Supervisor(order: order, place: place, files: files, waiting: waiting).run()
            if isListed { BlockingCalls.begin { SessionIndex(place.cacheFolder).note(directory) } }
            await BlockingCalls.settle()
            return code
        } catch {
            waiting?.dismiss()
            if options.json {
                for event in error.events(isLast: true) { place.output.write(TerminalText(json: event.line)) }
            }
            return place.report(error)
        }
    }

    static var recordingOptions: [Argument<Self>] {
        [
            .flag(
                "simulate", \.options.simulate,
                "replace cameras and microphones with test patterns and test tones"),
            .repeated("set", "KEY=VALUE", \.options.settings, "override one key: --set cameras.back.rate=15"),
            .value("output", "DIR", \.options.output, "record into this folder (recording.directory)"),
            .value(
                "duration", "LENGTH", \.options.duration, "stop after this long: 10s, 5min, 1h (recording.duration)"),
            .value(
                "listen", "ADDRESS:PORT", \.options.listen,
                "accept commands over HTTP at this address, such as 127.0.0.1:8080 (control.listen)"),
            .value(
                "until", "TIME", \.options.until, "stop at the next occurrence of this time: 17:30 (recording.until)"),
            .value("delay", "LENGTH", \.options.delay, "count down this long before recording (recording.delay)"),
            .flag("fresh", \.options.fresh, "forget the settings remembered from earlier recordings of this file"),
            .flag("json", \.options.json, "print events on standard output, one JSON object per line"),
            .flag("quiet", \.options.quiet, "print errors only"),
            .flag(
                "verbose", \.options.verbose,
                "also print GStreamer's errors and warnings, as GST_DEBUG=2 does; a value of GST_DEBUG wins"),
            .value(
                "log", "STYLE", \.options.log,
                "style of messages on standard error: auto, plain, or journal (with severities, for systemd)"),
        ]
    }

    static var exitCodes: String {
        """
        Exit codes: 0 finished well, 64 usage, 65 the pipeline file is wrong, 69 a device or encoder is missing, 73 an \
        output cannot be created, 74 the disk failed or is full, 70 an internal fault of dualcam, 75 stopped by heat \
        or an empty battery.
        """
    }
}

/// The command `dualcam run FILE`, which records what a pipeline file describes.
struct RunCommand: RecordingCommand {
    var file: String?
    var options = RecordingOptions()

    static let declaration = CommandDeclaration<Self>(
        "run", "record what a pipeline file describes",
        discussion: """
            Ctrl-C, SIGTERM, --duration or --until ends the recording; every file is finished first. If FILE is a bare \
            name, without '/' and '.yaml', and no such file exists, the shipped pipeline of that name is used: 'pip' \
            selects Pipelines/pip.yaml. If pipelines/NAME.yaml does not exist, it selects the shipped pipeline too. \
            The first line printed says which file is used. If FILE is -, the pipeline is read from standard input.

            \(exitCodes)
            """,
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)],
        options: recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        await supervise(in: place, serves: false)
    }
}

/// The command `dualcam serve FILE`, which keeps the cameras open and records one take after another.
struct ServeCommand: RecordingCommand {
    var file: String?
    var options = RecordingOptions()
    var record = false

    static let declaration = CommandDeclaration<Self>(
        "serve", "keep the cameras open and record one take after another",
        discussion: """
            The cameras run, but nothing is recorded until 'dualcam record' starts a take. 'dualcam stop' ends the \
            take, and the next one can start at once. Ctrl-C or SIGTERM ends the current take, if any, and the \
            program. So do thermal.shutdown and battery.stop, because open cameras cause heat and load even without a \
            take.

            The pipeline file may be edited meanwhile. It is read again when it is saved, or on SIGHUP. Changes that \
            cannot be applied during a take are reported and apply from the next take on.

            Without FILE, ~/.config/dualcam/dualcam.yaml is used, and its page is at \(OwnPipeline.listen). If that \
            file does not exist, it is written as by 'dualcam init'. If no camera is found, or with --simulate, \
            test-pictures.yaml in the same folder is used instead.

            \(exitCodes)
            """,
        parameters: [
            .optional("FILE", \.file, "the pipeline file (default: your own)", completion: .fileOrName)
        ],
        options: [.flag("record", \.record, "start the first take as soon as the cameras are open")]
            + recordingOptions)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await withOwnPipeline(in: place).supervise(in: place, serves: true, atOnce: record)
    }
}
