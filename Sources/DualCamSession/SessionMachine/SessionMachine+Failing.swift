import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Failures
extension SessionMachine {
    /// Reports a failure and decides what ends. If one input or output failed, it is removed until it works again. Any
    /// other failure, and any failure before recording began, ends the session. While the session closes, nothing more
    /// can be lost, so failures are only written to the ledger.
    mutating func fail(_ failure: SessionFailure) {
        if let input = failure.input, goesOn(without: input) { return refuse(.failed(input), of: input, failure) }
        if life.isStanding, failure.output != nil { return warn(.graph, branch: failure.branch, failure.message) }
        let isOut = failure.output.map(outputs.isOut) ?? false
        if isOut || (phase == .finishing && life.ending != .files) {
            record(.failed, failure.members)
            if let output = failure.output { failOutput(output, failure) }
            return closeWhenFinished()
        }
        perform(failures.tell(failure))
        switch phase {
        case .standby, .preparing: cancel(failure.code.stopReason)
        case .running:
            if let output = failure.output { failOutput(output, failure) }
            if failure.output == nil || isEnd(failure) { end(by: failure) }
        case .finishing:
            if let output = failure.output { failOutput(output, failure) }
            closeWhenFinished()
        case .finished: break
        }
    }

    /// Returns true if the session continues without this input. Before recording begins, this is decided by
    /// `recording.missing-camera` or `recording.missing-microphone`.
    private func goesOn(without input: InputName) -> Bool {
        phase > .preparing || life.isStanding || settings.missing(input) == .continue
    }

    private mutating func failOutput(_ output: OutputName, _ failure: SessionFailure) {
        failures.failAgain(output)
        if outputs.isShed(output) { files.leave(output) }
        observe(.failed(output, onDisk: failure.isOnDisk))
    }

    private mutating func end(by failure: SessionFailure) {
        failures.end(by: failure)
        halt(failure.code.stopReason)
    }

    /// Returns true if the failure is a full disk that must end the session: `storage.when-full` is `stop`, and there
    /// is no fallback.
    private func isEnd(_ failure: SessionFailure) -> Bool {
        failure.code == .diskFull && settings.storage.whenFull == .stop && settings.recording.fallback == nil
    }

    mutating func applyFailed(_ change: GraphChange, _ failure: GraphFailure) {
        let told = SessionFailure(failure)
        switch change {
        case .openSegment(_, let time) where !failure.unmade.isEmpty: goOn(without: failure.unmade, at: time, failure)
        case .openSegment(let requests, _): openFailed(requests, failure)
        case .restoreOutput: fail(told)
        case .stop, .dropOutput: fail(told.of(nil))
        case .loseInput(let input): refuse(.loseRefused(input), of: input, told)
        case .reopenInput(let input): refuse(.reopenRefused(input), of: input, told)
        case .abandonStalledInputs, .throttle: warn(.graph, branch: failure.branch, failure.message)
        }
    }

    private mutating func refuse(_ reading: CameraWatch.Reading, of input: InputName, _ failure: SessionFailure) {
        let message = Sentence.joined(failure.message, failure.advice)
        perform(inputs.observe(reading, of: input, failure.branch, message, at: now))
    }

    /// Continues without the new files of a segment that could not be created. Their outputs continue in their current
    /// files without loss. If the disk is full and `storage.when-full` is `stop`, the session ends. Otherwise, files
    /// are created again for the next segment.
    private mutating func goOn(without requests: [FileRequest], at time: RunningTime, _ failure: GraphFailure) {
        for request in requests {
            files.forget(request.path)
            // Readers of the ledger treat a file without frames as if it did not exist.
            let empty = FileSummary(
                output: request.output, segment: request.segment, path: request.path, frames: 0, start: time, end: time)
            record(.fileFinished, empty.members)
        }
        let told = SessionFailure(failure).of(nil)
        if phase == .running, isEnd(told) {
            perform(failures.tell(told))
            return end(by: told)
        }
        let names = requests.map(\.output.rawValue)
        let consequence =
            names.count == 1
            ? "For now \(names.enumeration) goes on in the file that it has, and nothing is lost."
            : "For now \(names.enumeration) go on in the files that they have, and nothing is lost."
        let message = Sentence.joined(Sentence.joined(failure.message, consequence), failure.advice)
        warn(.disk, branch: failure.branch, message)
        let isHere = requests.contains { outputs.place(of: $0.output) == .own }
        if phase == .running, failure.code == .diskFull, isHere { perform(storage.refuseFile()) }
        closeWhenFinished()
    }

    private mutating func openFailed(_ requests: [FileRequest], _ failure: GraphFailure) {
        // A failure to create the file of one output does not affect other outputs.
        let output = failure.output ?? (requests.count == 1 && active.count > 1 ? requests[0].output : nil)
        for request in requests where output == nil || request.output == output { files.cancel(request.path) }
        fail(SessionFailure(failure).of(output))
    }

    /// Reports a failure if the graph or all its files have ended although nothing requested this.
    mutating func graphEnded(_ message: String) {
        guard phase < .finishing else { return }
        fail(
            SessionFailure(.fault, exit: .fault, message: message, advice: "Please report this with its session.json."))
    }

    /// Ends a recording whose folder is missing or accepts no more data. Open files can still be finished, wherever
    /// they are now. The supervisor examines the folder, reports the loss and starts another worker.
    mutating func folderLost(_ loss: FolderLoss) {
        guard let costs = folder.lose(loss, hasFiles: take.start != nil && hasRecorded) else { return }
        files.completion.giveUp()
        for cost in costs {
            failures.note(cost)
            record(.failed, cost.members)
        }
        if costs.isEmpty, phase == .preparing || !hasRecorded, order.resuming == nil {
            // If the folder was moved, nothing is lost; but a recording that has no file yet is not continued.
            failures.note(
                SessionFailure(
                    .folderLost, exit: .outputNotCreated, message: loss.message(of: folder.path),
                    advice: "Nothing was recorded; start the recording again."))
        }
        switch phase {
        case .preparing: cancel(.folderLost)
        case .running: halt(.folderLost)
        case .finishing: completeWhenInspected()
        case .standby, .finished: break
        }
    }
}

extension SessionFailure.Code {
    fileprivate var stopReason: StopReason {
        switch self {
        case .diskFull: .diskFull
        case .tooHot: .heat
        case .batteryEmpty: .battery
        default: .failure
        }
    }
}

extension SessionFailure {
    func of(_ output: OutputName?) -> SessionFailure {
        var failure = self
        failure.output = output
        return failure
    }
}
