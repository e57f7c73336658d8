import DualCamSession
import Glibc

/// `dualcam worker FILE`: the process that records, started by `dualcam run` and by nobody else. It is in no list.
struct WorkerCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var json = false
    var quiet = false
    var log: LogStyle?
    var resume: DirectoryPath?
    var serve = false
    var record = false
    var directed: [Setting] = []
    var muted: [String] = []

    static let declaration = CommandDeclaration<Self>(
        "worker", "record for 'dualcam run'",
        parameters: [.required("FILE", \.file, "the pipeline file")],
        options: [
            .flag("simulate", \.simulate, "as for run"), .repeated("set", "KEY=VALUE", \.settings, "as for run"),
            .flag("json", \.json, "as for run"), .flag("quiet", \.quiet, "as for run"),
            .value("log", "STYLE", \.log, "as for run"),
            .flag("serve", \.serve, "stand by between takes"),
            .flag("record", \.record, "begin the first take at once"),
            .repeated("directed", "KEY=VALUE", \.directed, "what was set while it ran before"),
            .repeated("muted", "MICROPHONE", \.muted, "which had been muted before"),
            .value("resume", "FOLDER", \.resume, "go on with the session in this folder"),
        ])

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        // Its own process group is in the background: a terminal may otherwise stop it for writing.
        signal(SIGTTOU, SIG_IGN)
        guard let line = SupervisorLine.ofThisProcess(), let pipeline = line.pipeline(), let file else {
            throw CommandFailure(
                .usage, "'dualcam worker' is started by 'dualcam run' only", next: "Use 'dualcam run FILE'.")
        }
        Self.takeName()
        let desk = StopDesk()
        line.listen { wish in Task { await desk.heed(wish) } }
        let pulse = Pulse(
            DescriptorSink(descriptor: Pulse.descriptor), directed: directed.map { "\($0.key)=\($0.value)" },
            muted: Set(muted))
        await pulse.begin()
        var place = place.logging(log ?? .automatic)
        place.kept = KeptFiles.ofThisProcess()
        place.files = GivenFile(path: file, content: pipeline, others: place.files)
        do throws(CommandFailure) {
            return try await record(in: place, desk: desk, pulse: pulse)
        } catch {
            return place.report(error)
        }
    }

    /// Records until something ends it.
    func record(in place: Workplace, desk: StopDesk, pulse: Pulse) async throws(CommandFailure) -> ExitCode {
        let request = PipelineRequest(
            file: file ?? "", settings: settings, simulate: simulate,
            directed: directed.map { LiveSetting($0.key, $0.value) }, muted: Set(muted))
        let opening = Opening(request: request, quiet: quiet, isResumed: resume != nil, place: place)
        guard let prepared = try await opening.prepare(desk: desk, pulse: pulse) else { return .finished }
        let take = Take(
            prepared: prepared, json: json, quiet: quiet, place: place, desk: desk, pulse: pulse, resume: resume?.path)
        return try await serve ? Serving(take: take).serve(recordsAtOnce: record) : take.record()
    }

    /// What `ps` and `top` show instead of the path by which it was started.
    private static func takeName() {
        let descriptor = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        DescriptorSink(descriptor: descriptor).write("dualcam-worker")
        close(descriptor)
    }
}
