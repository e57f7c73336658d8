import DualCamConfig
import DualCamPlan
import DualCamSupervision

@testable import DualCamSession

/// The session's actions, as `ActionExecutor` carries them out.
extension SimulatedWorker {
    func perform(_ action: SessionAction) {
        if let left = actionsLeft {
            if left <= 0 { return die(.signal(9)) }
            actionsLeft = left - 1
        }
        world.coverage.note(action)
        switch action {
        case .emit(let event): emit(event)
        case .answer(let number, _): answer(number.value)
        case .tellState, .tellLevels: break
        case .direct(let direction):
            directions.add(direction)
            pumpDirections()
        case .arm(let deadline, let due): arm(deadline, at: due)
        case .disarm(let deadline): (timers[deadline], awaited[deadline]) = (nil, nil)
        case .standBy: later(100 * Span.millisecond) { $0.take(.standing(nil)) }
        case .makeSession: break
        case .remember(let directed):
            (beat.directed, beat.muted) = (directed.settings.map(\.override), directed.muted.sorted())
            send()
        case .start(let files, _): start(files)
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
        if case .recording = event.kind, let path = place?.path { world.truth.begun[path, default: 0] += 1 }
        let before = beat
        beat.take(event)
        if case .status = event.kind { send() } else if beat != before { send() }
    }

    /// Sends a heartbeat.
    func send() {
        let beat = beat
        let pid = pid
        world.add(after: 2 * Span.millisecond) { world in
            guard world.plant != .deafToHeartbeats || beat.stage == .preparing else { return }
            world.supervisor?.take(.heartbeat(pid: pid, beat))
        }
    }

    /// While nothing is recorded, heartbeats come by the clock.
    func tickWhilePreparing() {
        later(500 * Span.millisecond) { worker in
            if worker.beat.stage != .recording, worker.beat.stage != .standby { worker.send() }
            worker.tickWhilePreparing()
        }
    }

    // MARK: The graph
    private func start(_ files: [FileRequest]) {
        let delay = order?.goesOn == true ? 0 : order?.settings.recording.delay?.nanoseconds ?? 0
        later(5 * Span.millisecond) { worker in
            if let failure = worker.graph?.behaviour.startFailure {
                worker.take(.startFailed(failure))
            } else {
                worker.graph?.start(files, after: delay)
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
        later(Span.millisecond) { worker in
            worker.graph?.apply(change) { [weak worker] failure in
                done()
                worker?.take(failure.map { .applyFailed(change, $0) } ?? .applied(change))
            }
        }
    }

    private func pumpDirections() {
        guard let direction = directions.begin() else { return }
        later(Span.millisecond) { worker in
            worker.graph?.direct(direction) { [weak worker] result in
                worker?.directions.end()
                worker?.take(.directed(direction, result))
                worker?.pumpDirections()
            }
        }
    }
}
