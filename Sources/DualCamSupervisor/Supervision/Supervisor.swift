import DualCamTransfer
import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
package import DualCamWorker

/// The supervisor of `dualcam run` and `dualcam serve`. It starts the worker process that records, watches it, and
/// replaces it if it is lost. GStreamer never runs in the supervisor, so that no plugin can crash it.
package struct Supervisor: Sendable {
    let order: SupervisionOrder
    let place: ProcessEnvironment
    /// The descriptor of the unnamed file in which a worker stores copies of files for the next workers; `nil` if there
    /// is no such file.
    let files: Int32?
    /// The first worker, which is already running and waits for its instructions; `nil` if it could not be started
    /// early.
    let waiting: WaitingWorker?

    /// Creates the supervisor, which does nothing before `run()`.
    package init(order: SupervisionOrder, place: ProcessEnvironment, files: Int32? = nil, waiting: WaitingWorker? = nil)
    {
        (self.order, self.place, self.files, self.waiting) = (order, place, files, waiting)
    }

    /// Runs the supervisor until the recording is over. Returns the exit code of the recording: usually that of the
    /// last worker, or the reason why a folder was lost or files could not be finished.
    package func run() async -> ExitCode {
        let (inputs, inputContinuation) = AsyncStream.makeStream(of: SupervisorInput.self)
        let facts = ProcessFacts(proc: order.pipeline.machine.proc, sysfs: order.pipeline.machine.sysfs)
        var state = SupervisionState(
            hang: order.pipeline.supervision.hang, memoryLimit: memoryLimit(facts), serves: order.serves,
            deadline: order.pipeline.recording.deadline, relocation: order.pipeline.recording.relocation)
        var executor = SupervisorExecutor(self, inputContinuation: inputContinuation)
        var hooks = HookRunner(order, place, inputContinuation)
        var backup = BackupRunner(order, place, inputContinuation)
        var reports = SupervisorReports(order: order, facts: facts, inputContinuation: inputContinuation)
        let helpers = [listen(inputContinuation), tick(inputContinuation)]
        defer { for helper in helpers { helper.cancel() } }
        let begin = ContinuousClock.now
        let keys = listen(toKeysFor: inputContinuation)
        defer { keys?.close() }
        inputContinuation.yield(.state(.begin))
        for await input in inputs {
            let now = begin.duration(to: .now)
            let actions = input.ofState.map { state.observe($0, at: now, wall: WallTime.unixNow()) } ?? []
            executor.restarts = state.restarts
            for action in actions {
                await tell(hooks.observe(action, state, at: now), state, by: &executor)
                guard let code = await executor.perform(action) else { continue }
                backup?.close(at: now)
                await reports.end(state, at: now)
                await finish(&hooks, state, by: &executor, inputs, since: begin)
                return code
            }
            if input.isTick { keys?.look() }
            reports.measure(after: input, state)
            executor.handle(input, state)
            await tell(hooks.observe(input, state, executor.order.pipeline.hooks, at: now), state, by: &executor)
            let news = backup?.observe(input, state, executor.order.pipeline, at: now) ?? []
            await tell(news, &hooks, state, by: &executor, at: now)
            reports.report(after: input, state, at: now, unsaved: backup?.waiting)
            executor.show(backup)
            executor.lookForUnfinished(besides: state)
        }
        return .fault
    }

    private func memoryLimit(_ facts: ProcessFacts) -> Int64? {
        order.pipeline.supervision.memory?.bytes ?? facts.totalMemory.map { $0 / 2 }
    }

    /// Waits until running hooks have ended, or until the user asks again to end the program.
    private func finish(
        _ hooks: inout HookRunner, _ state: SupervisionState, by executor: inout SupervisorExecutor,
        _ inputs: AsyncStream<SupervisorInput>, since begin: ContinuousClock.Instant
    ) async {
        await tell(hooks.close(at: begin.duration(to: .now)), state, by: &executor)
        if hooks.isOver { return }
        let names = hooks.names.joined(separator: ", ")
        _ = await executor.perform(.note("waiting for \(names); Ctrl-C ends the wait", .information))
        for await input in inputs {
            let now = begin.duration(to: .now)
            switch input {
            case .state(.signal), .pressed(.quit): await tell(hooks.handle(.abandon, at: now), state, by: &executor)
            default:
                await tell(hooks.observe(input, state, executor.order.pipeline.hooks, at: now), state, by: &executor)
            }
            if hooks.isOver { return }
        }
    }

    /// Reports failed hooks. Writes the failures to the session's ledger, but only while the session is being recorded.
    private func tell(_ troubles: [HookTrouble], _ state: SupervisionState, by executor: inout SupervisorExecutor) async
    {
        for trouble in troubles {
            let news = SupervisionNews(
                kind: .beside(.hookFailed, message: trouble.message, trouble.fields), time: WallTime.unixNow())
            let folder = state.beat?.stage == .recording ? state.folder : nil
            _ = await executor.perform(.tell(news, folder: folder))
        }
    }

    /// Reports backup events and passes them to hooks. They are not written to a ledger, because they concern other
    /// sessions.
    private func tell(
        _ news: [BackupNews], _ hooks: inout HookRunner, _ state: SupervisionState,
        by executor: inout SupervisorExecutor, at now: Duration
    ) async {
        for one in news {
            let action = SupervisionAction.tell(
                SupervisionNews(kind: one.kind, time: WallTime.unixNow()), folder: nil)
            await tell(hooks.observe(action, state, at: now), state, by: &executor)
            _ = await executor.perform(action)
        }
    }

    private func listen(_ inputContinuation: AsyncStream<SupervisorInput>.Continuation) -> Task<Void, Never> {
        let signals = place.signals()
        let (terminal, serves) = (TerminalWatch(), order.serves)
        return Task {
            var filter = EchoFilter()
            for await signal in signals where !filter.isEcho(at: .now) {
                let isWish = serves && signal == .hangUp && !terminal.isGone
                inputContinuation.yield(isWish ? .rereadAsked : .state(.signal(signal)))
            }
        }
    }

    /// Listens for keys in the terminal. Returns `nil`, without listening, unless standard input and standard error are
    /// a terminal. Also returns `nil` with `--json` and `--quiet`.
    private func listen(toKeysFor inputs: AsyncStream<SupervisorInput>.Continuation) -> TerminalKeys? {
        guard place.inputIsTerminal, place.errorsAreTerminal, !order.json, !order.quiet else { return nil }
        return TerminalKeys { inputs.yield(.pressed($0)) }
    }

    private func tick(_ inputContinuation: AsyncStream<SupervisorInput>.Continuation) -> Task<Void, Never> {
        Task {
            while true {
                do { try await Task.sleep(for: .milliseconds(500), tolerance: .zero) } catch { return }
                inputContinuation.yield(.state(.tick))
            }
        }
    }
}

extension Recording {
    fileprivate var deadline: RecordingDeadline { RecordingDeadline(duration: duration, until: until) }
    fileprivate var relocation: Relocation { Relocation(fallback: fallback, directory: directory) }
}
