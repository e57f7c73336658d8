import DualCamConfig
import DualCamPlan

// MARK: The end: files, graph, digests, papers
extension SessionState {
    /// The first request ends the recording; a second one hastens the end; more do nothing.
    mutating func stop(_ why: StopReason) {
        switch phase {
        case .preparing: cancel(why)
        case .running: halt(why)
        case .finishing: hasten(why)
        case .finished: break
        }
    }

    /// Ends a session that has recorded nothing yet.
    mutating func cancel(_ why: StopReason) {
        phase = .finishing
        reason = why
        disarm(.start)
        record(.stopRequested, [.init("reason", .string(why.rawValue))])
        emit(.stopping(why))
        closeGraph()
    }

    /// Ends the recording now.
    mutating func halt(_ why: StopReason) {
        act(.apply(.stop(at: nil)))
        enterFinishing(why)
    }

    mutating func enterFinishing(_ why: StopReason) {
        phase = .finishing
        ending = .files
        reason = why
        disarm(.segment, .end)
        record(.stopRequested, [.init("reason", .string(why.rawValue))])
        emit(.stopping(why))
        arm(.stall, at: now + settings.stallLimit)
        arm(.finish, at: now + settings.finishLimit)
        closeWhenFinished()
    }

    private mutating func hasten(_ why: StopReason) {
        guard !hastened else { return }
        hastened = true
        record(.stopRequested, [.init("reason", .string(why.rawValue)), .init("again", .bool(true))])
        switch ending {
        case .files:
            disarm(.stall)
            abandonStalledInputs()
            arm(.finish, at: now + settings.hastyFinishLimit)
        case .inspecting:
            record(.digestsSkipped)
            complete()
        case .closing, .saving, nil: break
        }
    }

    mutating func abandonStalledInputs() {
        act(.apply(.abandonStalledInputs))
        record(.stalledInputsAbandoned, [.init("waiting-for", .array(late.map { .string($0.rawValue) }))])
    }

    /// Outputs whose files are still to be finished.
    private var late: [OutputName] {
        let awaited = awaited
        return settings.outputs.filter { output in awaited.contains { $0.output == output } }
    }

    mutating func stopping(_ running: RunningTime) {
        end = running
        for index in files.indices where !files[index].isFinished {
            if let boundary = files[index].boundary, boundary >= running { files[index].cancelled = true }
        }
        record(.stopping, [.init("at", .time(running))])
        closeWhenFinished()
    }

    mutating func fileFinished(_ summary: FileSummary) {
        change(summary.path) { file in
            file.cancelled = summary.frames == 0
            if !file.cancelled { file.summary = summary }
        }
        record(.fileFinished, summary.members)
        emit(.fileFinished(summary))
        if phase == .running, awaited.isEmpty {
            if end != nil {
                enterFinishing(.duration)
            } else {
                graphEnded("Every file ended though nobody had asked for it.")
            }
        }
        closeWhenFinished()
    }

    mutating func closeWhenFinished() {
        if phase == .finishing, ending == .files, awaited.isEmpty { closeGraph() }
    }

    mutating func giveUpFiles() {
        let failure = finishTimeout(late)
        failures.append(failure)
        record(.failed, failure.members)
        emit(.failed(failure))
        closeGraph()
    }

    private mutating func closeGraph() {
        disarm(.stall, .finish)
        ending = .closing
        guard graphStarted else { return graphClosed(nil) }
        act(.close(within: settings.closeLimit))
        // The graph keeps the limit itself; this is for one that hangs.
        arm(.close, at: now + settings.closeLimit + .seconds(1))
    }

    mutating func graphClosed(_ failure: GraphFailure?) {
        guard ending == .closing else { return }
        disarm(.close)
        if let failure { warn(.close, branch: failure.branch, failure.message) }
        guard hasRecorded else { return discard() }
        ending = .inspecting
        if hastened { record(.digestsSkipped) }
        act(.inspect(files.filter { !$0.cancelled }, digests: !hastened && !isHandedOn))
    }

    private mutating func discard() {
        ending = .saving
        act(.discard(files.map(\.path)))
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func digested(_ path: String, _ digest: String?, _ problem: String?) {
        guard ending == .inspecting else { return }
        change(path) { $0.digest = digest }
        if let problem {
            record(.digestFailed, [.init("path", .string(path)), .init("message", .string(problem))])
        }
    }

    mutating func complete() {
        ending = .saving
        if !isHandedOn {
            record(.finished, [.init("reason", .text(reason?.rawValue)), .init("exit-code", .count(exit.rawValue))])
        }
        let closed: Manifest.State = kept.allSatisfy(\.isFinished) ? .finished : .unfinished
        let leftovers = files.filter(\.cancelled).map(\.path)
        act(.complete(manifest(isHandedOn ? .recording : closed), leftovers: leftovers))
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func saved(_ failure: FolderFailure?) {
        guard ending == .saving else { return }
        disarm(.save)
        if let failure {
            failures.append(SessionFailure(failure))
            emit(.failed(SessionFailure(failure)))
        }
        phase = .finished
        emit(.finished(outcome))
    }
}

// MARK: What the session came to
extension SessionState {
    private var kept: [RecordedFile] { files.filter { !$0.cancelled } }

    /// A session that was stopped before its first frame leaves nothing behind.
    private var hasRecorded: Bool { start != nil && !kept.isEmpty }

    private var exit: ExitCategory { failures.first?.exit ?? (reason == .heat ? .heat : .success) }

    /// Whether another worker goes on with the session.
    private var isHandedOn: Bool {
        guard hasRecorded else { return false }
        return reason == .handOver || (settings.isSupervised && reason == .failure && exit == .fault)
    }

    var outcome: SessionOutcome {
        var outcome = SessionOutcome(
            exit: exit, reason: reason, folder: hasRecorded ? folder : nil, files: hasRecorded ? kept : [],
            failures: failures)
        outcome.isHandedOn = isHandedOn
        return outcome
    }

    func manifest(_ state: Manifest.State) -> Manifest {
        Manifest(
            description: description, state: state, clock: clock, start: moment(start),
            end: state == .recording ? nil : moment(end), reason: reason, exit: state == .recording ? nil : exit,
            outputs: settings.outputs.map { output in
                Manifest.Output(
                    name: output, dropped: dropped.reduce(0) { $0 + ($1.output == output ? $1.count : 0) },
                    files: kept.filter { $0.output == output })
            },
            dropped: dropped.map { .init($0.branch.rawValue, .count($0.count)) })
    }

    private func moment(_ running: RunningTime?) -> Manifest.Moment? {
        running.map { Manifest.Moment(unixNanoseconds: timeline.wall(of: $0, at: now), running: $0) }
    }
}
