import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: The end of a session
extension SessionMachine {
    /// Carries out a request to stop. The first request ends the recording, and the second hastens the end. Later
    /// requests have no effect.
    mutating func stop(_ why: StopReason) {
        switch life.stop(why) {
        case .ignored: break
        case .cancels: cancel(why)
        case .halts: halt(why)
        case .hastens: hasten(why)
        }
    }

    /// Ends a session that has not recorded anything yet.
    mutating func cancel(_ why: StopReason) {
        life.finish(why, nil)
        disarm(.start, .countdown)
        tellStop(why)
        closeGraph()
    }

    /// Ends the recording now.
    mutating func halt(_ why: StopReason) {
        act(.apply(.stop(at: nil)))
        enterFinishing(why)
    }

    mutating func enterFinishing(_ why: StopReason) {
        life.finish(why, .files)
        if why != .duration { take.end.replace() }
        disarm(.segment, .end)
        tellStop(why)
        arm(.stall, at: now + settings.stallLimit)
        finish = FinishWatch(at: now)
        if !planted(.finishUnlimited) { arm(.finish, at: now + settings.finishLimit) }
        closeWhenFinished()
    }

    /// Evaluates the graph's statistics while files are being finished. While files make progress, the time limit is
    /// extended, unless the end is hastened. Reports the number of frames that wait for an encoder.
    mutating func readEnd(_ statistics: GraphStatistics) {
        guard phase == .finishing, life.ending == .files else { return }
        if finish.observe(statistics), !life.isHastened { arm(.finish, at: now + settings.finishLimit) }
        let late = files.late(settings.outputs)
        if let frames = finish.framesToTell(statistics, of: late, at: now) { emit(.finishing(frames: frames)) }
    }

    private mutating func tellStop(_ why: StopReason) {
        record(.stopRequested, .of(["reason": why]))
        emit(.stopping(why))
    }

    private mutating func hasten(_ why: StopReason) {
        life.hasten()
        if planted(.reasonOfSecondStop) { life.finish(why, life.ending) }
        record(.stopRequested, .of(["reason": why, "again": true]))
        switch life.ending {
        case .files:
            disarm(.stall)
            abandonStalledInputs()
            arm(.finish, at: now + settings.hastyFinishLimit)
        case .inspecting:
            perform(files.completion.skipDigests())
            files.completion.measured()
            completeWhenInspected()
        case .closing, .saving, nil: break
        }
    }

    mutating func abandonStalledInputs() {
        act(.apply(.abandonStalledInputs))
        // The next frame of a slow camera would arrive long after the end, so the missing frame does not mean that the
        // camera stalled.
        let late = lateOutputs.filter { output in
            !FrameTimeouts(slowest: order.rates[output].map { [$0] } ?? []).isSlow
        }
        if !late.isEmpty { record(.stalledInputsAbandoned, .of(["waiting-for": late])) }
    }

    /// Abandons stalled inputs again, after the graph has begun to stop, if the user has asked twice to stop. The first
    /// abandonment may have come before the stop, because a change that hangs delays only the stop.
    mutating func stopApplied() {
        guard phase == .finishing, life.ending == .files, life.isHastened, !planted(.hasteLost) else { return }
        act(.apply(.abandonStalledInputs))
    }

    mutating func stopping(_ running: RunningTime) {
        // The graph may report a scheduled end although it is being closed, because no file was open.
        if life.ending == .files || phase == .running || running != take.end.replaced { end(at: running) }
    }

    private mutating func end(at running: RunningTime) {
        let effects = take.end.settle(running, clocks.timeline)
        if phase == .running, !take.isPaused { perform(effects) }
        files.end(part, at: running)
        record(.stopping, .of(["at": running]))
        closeWhenFinished()
    }

    mutating func fileFinished(_ summary: FileSummary) {
        files.finish(summary)
        perform(SessionEffect.tell(.fileFinished(summary)))
        if summary.frames > 0, folder.loss == nil {
            let chapters = take.marks.chapters(of: summary, in: part, take.pauses)
            perform(files.completion.complete(summary.path, chapters, isHasty: life.isHastened, in: folder.path))
        }
        // Outputs that are stopped, or whose cameras are missing, have no file for which the session must wait.
        if phase == .running, files.awaited.isEmpty, !active.isEmpty {
            if let end = take.end.time, clocks.timeline.session(of: end) <= now + .seconds(1) {
                enterFinishing(.duration)
            } else {
                graphEnded("Every file ended though nobody had asked for it.")
            }
        }
        closeWhenFinished()
    }

    mutating func closeWhenFinished() {
        if phase == .finishing, life.ending == .files, files.awaited.isEmpty || planted(.closedBeforeFiles) {
            closeGraph()
        }
    }

    mutating func giveUpFiles() {
        let late = lateOutputs
        if !late.isEmpty { perform(failures.tell(finishTimeout(late))) }
        closeGraph()
    }

    /// The recording outputs whose files are not finished yet. Outputs that were stopped on purpose are not included:
    /// their encoders may deliver nothing more, and a recovery reads their files later.
    private var lateOutputs: [OutputName] { files.late(settings.outputs).filter { !outputs.isShed($0) } }

    private func finishTimeout(_ late: [OutputName]) -> SessionFailure {
        let limit = Wording.length(life.isHastened ? settings.hastyFinishLimit : settings.finishLimit)
        return SessionFailure(
            .finishTimeout, exit: .fault, output: late.count == 1 ? late[0] : nil,
            message:
                "The files of \(late.map(\.rawValue).enumeration) were not finished: nothing was written for \(limit).",
            advice:
                "What they hold up to about the last second can be played; \(folder.path) stays marked as unfinished."
        )
    }

    private mutating func closeGraph() {
        disarm(.stall, .finish)
        life.go(to: .closing)
        // A graph without open files is closed before it has reported at what time it stops.
        if let running, let scheduled = take.end.replaced, take.end.time == scheduled, scheduled > running {
            end(at: running)
        }
        guard life.hasGraph else { return graphClosed(nil) }
        act(.close(within: settings.closeLimit))
        // The graph itself observes this time limit. The timer here is for a graph that hangs.
        arm(.close, at: now + settings.closeLimit + .seconds(1))
    }

    mutating func graphClosed(_ failure: GraphFailure?) {
        guard life.ending == .closing else { return }
        disarm(.close)
        if let failure { warn(.close, branch: failure.branch, failure.message) }
        if take.start == nil { files.cancel(part: part) }
        guard hasRecorded else { return discard() }
        life.go(to: .inspecting)
        perform(clocks.finalDrift)
        if life.isHastened { perform(files.completion.skipDigests()) }
        if isHandedOn { files.completion.leaveDigests() }
        act(.inspect(files.unmeasured))
    }

    private mutating func discard() {
        life.go(to: .saving)
        tellNothingRecorded()
        // If a folder is still being created, it is removed once it exists.
        if !life.standby.isMakingFolder { act(.discard(files.made.map(\.path))) }
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func completeWhenInspected() {
        if life.ending == .inspecting, files.completion.isDone { complete() }
    }

    private mutating func complete() {
        life.go(to: .saving)
        tellShortfalls()
        tellUnaccounted()
        if !isHandedOn {
            let lacking = failures.lacking.isEmpty ? nil : failures.lacking
            record(.finished, .of(["reason": life.reason, "exit-code": exit]) + .known(["lacking": lacking]))
        }
        let closed: Manifest.State = isWhole ? .finished : .unfinished
        act(.complete(manifest(isHandedOn ? .recording : closed), leftovers: files.leftovers.map(\.path)))
        arm(.save, at: now + settings.closeLimit)
    }

    mutating func saved(_ failure: FolderFailure?) {
        guard life.ending == .saving else { return }
        disarm(.save)
        if let failure, folder.loss == nil {
            failures.note(SessionFailure(failure))
            emit(.failed(SessionFailure(failure)))
        }
        refuseCommands()
        life.enter(.finished)
        emit(.finished(outcome))
    }

    // MARK: Missing frames
    /// Reports what is missing in each output at the end. Losses caused by a missing camera, `budget.shed` or
    /// `when-full` are expected and are not reported.
    private mutating func tellShortfalls() {
        guard let start = take.start, !isHandedOn, folder.loss == nil,
            !failures.all.contains(where: { $0.output == nil })
        else { return }
        var shortfalls = Shortfalls(
            outputs: settings.outputs, files: files.kept, part: part, start: start, pauses: take.pauses,
            rates: order.rates, clockRate: settings.clockRate, dropped: losses)
        shortfalls.excused = Set(settings.outputs.filter { !isExpected($0) })
        shortfalls.damaged = Set(failures.all.filter(failures.isLasting).compactMap(\.output))
        perform(failures.record(shortfalls.lacks, folder: folder.path))
    }

    /// Makes the recording fail if frames are missing and the ledger gives no reason, just as the command `audit` would
    /// find.
    private mutating func tellUnaccounted() {
        guard take.start != nil, !isHandedOn, folder.loss == nil, exit == .finished, let proof else { return }
        let lacking = settings.outputs.filter { proof[$0].unaccounted > 0 }
        guard !lacking.isEmpty else { return }
        perform(failures.tell(.unaccounted(proof.all.unaccounted, of: lacking, in: folder.path)))
    }

    /// Returns true if the output should have recorded until the end: its camera was not missing in this part, and the
    /// output was not stopped on purpose. Only a failure can then explain why it ended early.
    private func isExpected(_ output: OutputName) -> Bool {
        let input = InputName(output.rawValue)
        return !inputs.isAway(input) && !inputs.wasAway(input, in: part) && !outputs.wasShed(output)
    }

    /// Reports a recording that ended without a single frame, unless the user stopped it immediately.
    private mutating func tellNothingRecorded() {
        guard let start = take.start, failures.isEmpty, inputs.away.isEmpty else { return }
        let length = Duration.nanoseconds((take.end.time ?? start).nanoseconds -| start.nanoseconds)
        guard life.reason == .duration || length > Shortfalls.endTolerance * settings.clockRate else { return }
        failures.note(.nothingRecorded)
        emit(.failed(.nothingRecorded))
    }
}
