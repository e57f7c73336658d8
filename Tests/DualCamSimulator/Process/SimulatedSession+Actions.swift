import DualCamConfig
import DualCamPlan
import DualCamSupervisorPolicy

@testable import DualCamRecordings
@testable import DualCamSession

/// The session's actions, carried out as `ActionExecutor` does it.
extension SimulatedSession {
    func perform(_ action: SessionAction) {
        guard worker.outlives() else { return }
        world.coverage.note(action)
        switch action {
        case .emit(let event): emit(event)
        case .answer(let number, _): answer(number.value)
        case .tellState, .tellLevels: break
        case .direct(let direction):
            graph?.hear(direction)
            directions.add(direction)
            pumpDirections()
        case .arm(let deadline, let due): arm(deadline, at: due)
        case .disarm(let deadline): (timers[deadline], awaited[deadline]) = (nil, nil)
        case .standBy: graph?.standBy { [weak self] failure in self?.take(.standing(failure)) }
        case .makeSession: makeSession()
        case .remember(let directed): worker.keep(directed)
        case .start(let files, _):
            graph?.isAsked = true
            start(files)
        case .apply(let change): apply(change)
        case .close(let limit):
            graph?.close(within: limit.nanoseconds) { [weak self] failure in self?.take(.graphClosed(failure)) }
        case .inspect(let files): inspect(files)
        case .addChapters(let path, let chapters): addChapters(chapters, to: path)
        case .digest(let path):
            digests.add(path)
            pumpDigests()
        case .makeFolder(let path, let output): makeFolder(path, for: output)
        case .deleteOldest: deleteOldest()
        case .retain(let rule): retain(rule)
        case .record, .save, .complete, .discard: write(action)
        }
    }

    private func answer(_ number: Int) {
        if world.plant == .answerLost, number % 3 == 2 { return }
        world.people.answered(number, world)
        if world.plant == .doubleAnswer, number % 3 == 2 { world.people.answered(number, world) }
    }

    // MARK: Events
    func emit(_ event: SessionEvent) {
        switch event.kind {
        case .status, .fileFinished, .segment: break
        case .finished(let outcome): world.tell("worker \(pid) tells: finished, \(outcome.files.count) files")
        case .failed(let failure): world.tell("worker \(pid) tells: failed: \(failure.message)")
        case .warning(let code, _, let message): world.tell("worker \(pid) warns of \(code.rawValue): \(message)")
        default: world.tell("worker \(pid) tells: \(event.name)")
        }
        if case .recording = event.kind, let path = place?.path {
            graph?.part.index = world.truth.begun[path, default: 0]
            world.truth.begun[path, default: 0] += 1
            begunIn = path
            checkPause(in: path)
        }
        if case .stopping(let reason) = event.kind { noteEnd(reason) }
        worker.note(event)
    }

    // MARK: The graph
    private func start(_ files: [FileRequest]) {
        let delay = order?.goesOn == true ? 0 : order?.settings.recording.delay?.nanoseconds ?? 0
        later(5 * Span.millisecond) { session in
            if let failure = session.graph?.behaviour.startFailure {
                session.take(.startFailed(failure))
            } else {
                session.graph?.start(files, after: delay)
            }
        }
    }

    private func apply(_ change: GraphChange) {
        switch change {
        case .abandonStalledInputs, .reopenInput: carryOut(change) {}
        case .openSegment, .stop, .dropOutput, .restoreOutput, .loseInput, .throttle:
            changes.add(change)
            pumpChanges()
        }
    }

    private func pumpChanges() {
        guard let change = changes.begin() else { return }
        carryOut(change) { [weak self] in
            self?.changes.end()
            self?.pumpChanges()
        }
    }

    private func carryOut(_ change: GraphChange, _ done: @escaping () -> Void) {
        later(Span.millisecond) { session in
            session.graph?.apply(change) { [weak session] failure in
                done()
                session?.take(failure.map { .applyFailed(change, $0) } ?? .applied(change))
            }
        }
    }

    private func pumpDirections() {
        guard let direction = directions.begin() else { return }
        later(Span.millisecond) { session in
            session.graph?.direct(direction) { [weak session] result in
                session?.directions.end()
                session?.take(.directed(direction, result))
                session?.pumpDirections()
            }
        }
    }
}
