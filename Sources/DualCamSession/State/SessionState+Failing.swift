import DualCamConfig
import DualCamPlan

// MARK: What goes wrong
extension SessionState {
    /// A failure of one input or one output takes that out until it can go on; any other, or one before recording began,
    /// ends the session. What fails when there is nothing left to lose is only written down.
    mutating func fail(_ failure: SessionFailure) {
        if let input = failure.input, goesOnWithoutInputs { return failInput(input, failure) }
        if isStanding, failure.output != nil { return warn(.graph, branch: failure.branch, failure.message) }
        let isOut = failure.output.map(outputs.isOut) ?? false
        if isOut || (phase == .finishing && ending != .files) {
            record(.failed, failure.members)
            if let output = failure.output { failOutput(output, failure) }
            return
        }
        tell(failure)
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

    private mutating func end(by failure: SessionFailure) {
        needsSuccessor = failure.exit == .fault
        halt(failure.code.stopReason)
    }

    private mutating func tell(_ failure: SessionFailure) {
        if !failures.contains(failure) { failures.append(failure) }
        record(.failed, failure.members)
        emit(.failed(failure))
    }

    /// A disk without a byte left ends a session that shall stop then, and that has no other place.
    private func isEnd(_ failure: SessionFailure) -> Bool {
        failure.code == .diskFull && settings.whenFull == .stop && settings.fallback == nil
    }

    mutating func applyFailed(_ change: GraphChange, _ failure: GraphFailure) {
        switch change {
        case .openSegment(let requests, _): openFailed(requests, failure)
        case .restoreOutput: fail(SessionFailure(failure))
        case .stop, .dropOutput: fail(SessionFailure(failure).of(nil))
        case .loseInput(let input): loseRefused(input, failure)
        case .reopenInput(let input): reopenRefused(input, failure)
        case .abandonStalledInputs, .throttle: warn(.graph, branch: failure.branch, failure.message)
        }
    }

    private mutating func openFailed(_ requests: [FileRequest], _ failure: GraphFailure) {
        // A file that one output alone was to get costs no other output anything.
        let output = failure.output ?? (requests.count == 1 && active.count > 1 ? requests[0].output : nil)
        for request in requests where output == nil || request.output == output {
            change(request.path) { $0.cancelled = true }
        }
        fail(SessionFailure(failure).of(output))
    }

    /// The graph ended, or all of its files, although nobody had asked for it.
    mutating func graphEnded(_ message: String) {
        guard phase < .finishing else { return }
        fail(
            SessionFailure(.fault, exit: .fault, message: message, advice: "Please report this with its session.json."))
    }

    var startTimeout: SessionFailure {
        let limit = Wording.length(settings.startLimit)
        let who = Wording.enumeration(silent.map(\.rawValue))
        return SessionFailure(
            .startTimeout, exit: silent.isEmpty ? .fault : .deviceUnavailable, branch: silent.first,
            message: "Recording did not begin within \(limit): "
                + (silent.isEmpty ? "not every input delivers." : "nothing came from \(who)."),
            advice: "Check that the cameras and the microphone are plugged in and free, or try --simulate.")
    }

    func finishTimeout(_ late: [OutputName]) -> SessionFailure {
        let limit = Wording.length(hastened ? settings.hastyFinishLimit : settings.finishLimit)
        return SessionFailure(
            .finishTimeout, exit: .fault, output: late.count == 1 ? late[0] : nil,
            message: "The files of \(Wording.enumeration(late.map(\.rawValue))) were not finished within \(limit).",
            advice: "What they hold up to about the last second can be played; \(folder) stays marked as unfinished.")
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
    fileprivate func of(_ output: OutputName?) -> SessionFailure {
        var failure = self
        failure.output = output
        return failure
    }

    /// Whether another disk may help.
    var isOnDisk: Bool {
        switch code {
        case .diskFull, .diskFailed, .outputNotCreated: true
        default: false
        }
    }
}
