import CommandLine
import DualCamDevices
import DualCamGraph
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc

/// The internal command `dualcam worker`, the process that records. Only `dualcam run` and `dualcam serve` start it;
/// they send it a `WorkerOrder`.
struct WorkerCommand: Command {
    static let declaration = CommandDeclaration<Self>(InternalCommand.worker.rawValue, "record for 'dualcam run'")

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        // The worker's process group is in the background, so writing to the terminal could stop the worker.
        signal(SIGTTOU, SIG_IGN)
        // A file at the size limit (ulimit -f) must fail with an error instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        guard let line = SupervisorLine.ofThisProcess() else { throw Self.refusal }
        var place = place
        // Files must not be opened before this line: one could otherwise receive the number of the inherited
        // descriptor.
        place.kept = KeptFiles.ofThisProcess()
        place.judgesPrograms = false
        BlockingCalls.begin { MachineProbe.prepareAhead() }
        let code = await record(on: line, in: place)
        await BlockingCalls.settle()
        if let code { return code }
        guard line.isSilent else { throw Self.refusal }
        // The supervisor had nothing to record, or has ended.
        return .finished
    }

    private static var refusal: CommandFailure {
        .hidden(usage.name, startedBy: "dualcam run", next: "Use 'dualcam run FILE'.")
    }

    /// Makes the recording that the supervisor requests. Returns the exit code; `nil` if the line from the supervisor
    /// contains no request to record.
    private func record(on line: SupervisorLine, in place: ProcessEnvironment) async -> ExitCode? {
        guard let (order, pipeline) = line.opening() else { return nil }
        Self.setProcessName()
        let controller = ShutdownCoordinator()
        let requests = line.requests()
        Task { for await request in requests { await controller.heed(request) } }
        let pulse = HeartbeatWriter(DescriptorSink(descriptor: HeartbeatWriter.descriptor), order.request)
        await pulse.begin()
        let place = place.logging(order.log ?? .automatic).giving(pipeline, at: order.request.file)
        do throws(CommandFailure) {
            return try await Self.record(order, in: place, controller: controller, pulse: pulse)
        } catch {
            for event in error.events(isLast: !order.goesOn) {
                await pulse.pass(event)
                if order.json { place.output.write(TerminalText(json: event.line)) }
            }
            return place.report(error)
        }
    }

    /// Records until the recording ends by itself or is asked to stop. Returns the worker's exit code.
    static func record(
        _ order: WorkerOrder, in place: ProcessEnvironment, controller: ShutdownCoordinator, pulse: HeartbeatWriter
    ) async throws(CommandFailure) -> ExitCode {
        let opening = Opening(order: order, place: place)
        guard let prepared = try await opening.prepare(controller: controller, pulse: pulse) else { return .finished }
        let take = Take(prepared: prepared, worker: order, place: place, controller: controller, pulse: pulse)
        return try await order.serves ? take.serve() : take.record()
    }

    /// Sets the name under which `ps` and `top` show the worker. By default, they would show the path by which it was
    /// started.
    private static func setProcessName() {
        let descriptor = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        DescriptorSink(descriptor: descriptor).write("dualcam-worker")
        close(descriptor)
    }
}
