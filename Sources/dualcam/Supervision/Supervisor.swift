import DualCamConfig
import DualCamSession

/// `dualcam run` and `dualcam serve`: starts the process that records, watches it, and replaces it when it is lost. GStreamer never runs in here,
/// so that no plugin can end it.
struct Supervisor: Sendable {
    let order: SupervisionOrder
    let place: ProcessEnvironment

    /// Returns when the recording is over: the last worker's exit code.
    func run() async -> ExitCode {
        let (inputs, inputContinuation) = AsyncStream.makeStream(of: SupervisionInput.self)
        let facts = ProcessFacts(proc: order.pipeline.machine.proc, sysfs: order.pipeline.machine.sysfs)
        let total = order.pipeline.supervision.memory?.bytes ?? facts.totalMemory.map { $0 / 2 }
        var state = SupervisionState(
            hang: order.hang, memoryLimit: total, serves: order.serves,
            deadline: order.pipeline.recording.deadline, relocation: order.pipeline.recording.relocation)
        var executor = SupervisorExecutor(order: order, place: place, inputContinuation: inputContinuation)
        var reports = SupervisorReports(order: order, facts: facts, inputContinuation: inputContinuation)
        let helpers = [listen(inputContinuation), tick(inputContinuation)]
        defer { for helper in helpers { helper.cancel() } }
        let begin = ContinuousClock.now
        let keys = listen(toKeysFor: inputContinuation)
        defer { keys?.close() }
        inputContinuation.yield(.begin)
        for await input in inputs {
            let now = begin.duration(to: .now)
            let actions = state.observe(input, at: now, wall: WallTime.unixNow())
            executor.restarts = state.restarts
            for action in actions {
                guard let code = await executor.perform(action) else { continue }
                await reports.end(state, at: now)
                return code
            }
            switch input {
            case .tick:
                keys?.look()
                reports.measure(state)
            case .measured: reports.hasMeasured()
            default: break
            }
            executor.handle(input, state)
            reports.report(after: input, state, at: now)
            executor.lookForUnfinished(besides: state)
        }
        return .fault
    }

    private func listen(_ inputContinuation: AsyncStream<SupervisionInput>.Continuation) -> Task<Void, Never> {
        let signals = place.signals()
        let (terminal, serves) = (TerminalWatch(), order.serves)
        return Task {
            var filter = EchoFilter()
            for await signal in signals where !filter.isEcho(at: .now) {
                let isWish = serves && signal == .hangUp && !terminal.isGone
                inputContinuation.yield(isWish ? .rereadAsked : .signal(signal))
            }
        }
    }

    /// Keys are heard where people see what they do.
    private func listen(toKeysFor inputs: AsyncStream<SupervisionInput>.Continuation) -> TerminalKeys? {
        guard place.inputIsTerminal, place.errorsAreTerminal, !order.json, !order.quiet else { return nil }
        return TerminalKeys { inputs.yield(.pressed($0)) }
    }

    private func tick(_ inputContinuation: AsyncStream<SupervisionInput>.Continuation) -> Task<Void, Never> {
        Task {
            while true {
                do { try await Task.sleep(for: .milliseconds(500), tolerance: .zero) } catch { return }
                inputContinuation.yield(.tick)
            }
        }
    }
}

extension Recording {
    fileprivate var deadline: RecordingDeadline { RecordingDeadline(duration: duration, until: until) }
    fileprivate var relocation: Relocation { Relocation(fallback: fallback, directory: directory) }
}
