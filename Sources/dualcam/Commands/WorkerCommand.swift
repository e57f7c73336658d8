import DualCamGraph
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
    var continues: String?
    var lost: String?
    var began: String?
    var paused: String?
    var beginsPaused = false
    var directory: DirectoryPath?
    var folder: String?
    var restarts: String?

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
            .value("continues", "FOLDER", \.continues, "go on with a session that was lost there"),
            .value("lost", "REASON", \.lost, "why it was lost"),
            .value("began", "NANOSECONDS", \.began, "when the recording began (Unix time)"),
            .value("paused", "NANOSECONDS", \.paused, "for how long it has been paused"),
            .flag("begins-paused", \.beginsPaused, "it is paused"),
            .value("directory", "DIR", \.directory, "where the new session's folder is made"),
            .value("folder", "NAME", \.folder, "the new session's folder"),
            .value("restarts", "COUNT", \.restarts, "how many before it followed a lost one"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        // Its own process group is in the background: a terminal may otherwise stop it for writing.
        signal(SIGTTOU, SIG_IGN)
        guard let line = SupervisorLine.ofThisProcess(), let file else { throw Self.refusal }
        var place = place
        // Before anything else opens a file, which would take the number of one that is not there.
        place.kept = KeptFiles.ofThisProcess()
        BlockingCalls.begin { MachineProbe.prepareAhead() }
        let code = await record(file, on: line, in: place)
        await BlockingCalls.settle()
        guard let code else { throw Self.refusal }
        return code
    }

    private static var refusal: CommandFailure {
        CommandFailure(.usage, "'dualcam worker' is started by 'dualcam run' only", next: "Use 'dualcam run FILE'.")
    }

    /// Records what the supervisor sends as the pipeline file's content; `nil`: it sends something else.
    private func record(_ file: String, on line: SupervisorLine, in place: ProcessEnvironment) async -> ExitCode? {
        guard let pipeline = line.pipeline() else { return nil }
        Self.takeName()
        let controller = ShutdownCoordinator()
        line.listen { supervisorRequest in Task { await controller.heed(supervisorRequest) } }
        let pulse = HeartbeatWriter(
            DescriptorSink(descriptor: HeartbeatWriter.descriptor), directed: directed.map(\.override),
            muted: Set(muted))
        await pulse.begin()
        var place = place.logging(log ?? .automatic)
        place.files = GivenFile(path: file, content: pipeline, others: place.files)
        do throws(CommandFailure) {
            return try await record(in: place, controller: controller, pulse: pulse)
        } catch {
            if json { place.output.write(error.events(isLast: resume == nil && continues == nil)) }
            return place.report(error)
        }
    }

    /// Records until something ends it.
    func record(in place: ProcessEnvironment, controller: ShutdownCoordinator, pulse: HeartbeatWriter)
        async throws(CommandFailure) -> ExitCode
    {
        let request = PipelineRequest(
            file: file ?? "", settings: settings, simulate: simulate,
            directed: directed, muted: Set(muted))
        let goesOn = resume != nil || continues != nil
        let opening = Opening(request: request, quiet: quiet, isResumed: goesOn, place: place)
        guard let prepared = try await opening.prepare(controller: controller, pulse: pulse) else { return .finished }
        var take = Take(
            prepared: prepared, json: json, quiet: quiet, place: place, controller: controller, pulse: pulse,
            resume: resume?.path)
        take.continuation = continuation
        take.restarts = restarts.flatMap { Int($0) } ?? 0
        return try await serve ? Serving(take: take).serve(recordsAtOnce: record) : take.record()
    }

    private var continuation: Relocation.Continuation? {
        guard let continues, let lost, let directory else { return nil }
        let past = SessionOrder.Continuation(
            folder: continues, reason: lost, began: began.flatMap { Int64($0) } ?? 0,
            paused: paused.flatMap { Int64($0) } ?? 0, isPaused: beginsPaused)
        return Relocation.Continuation(past: past, directory: directory.path, name: folder ?? "")
    }

    /// Sets the name that `ps` and `top` show instead of the path by which the worker was started.
    private static func takeName() {
        let descriptor = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        DescriptorSink(descriptor: descriptor).write("dualcam-worker")
        close(descriptor)
    }
}
