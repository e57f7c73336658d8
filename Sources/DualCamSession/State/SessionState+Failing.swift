import DualCamConfig
import DualCamPlan

// MARK: What goes wrong
extension SessionState {
    /// A failure of one output takes that output out; any other, or one before recording began, ends the session.
    /// What fails of a lost output, or when there is nothing left to lose, is only written down.
    mutating func fail(_ failure: SessionFailure) {
        let isLost = failure.output.map(lost.contains) ?? false
        if isLost || (phase == .finishing && ending != .files) { return record(.failed, failure.members) }
        failures.append(failure)
        record(.failed, failure.members)
        emit(.failed(failure))
        switch phase {
        case .preparing: cancel(failure.code == .diskFull ? .diskFull : .failure)
        case .running:
            if let output = failure.output { drop(output) }
            if failure.output == nil || active.isEmpty { halt(failure.code == .diskFull ? .diskFull : .failure) }
        case .finishing:
            if let output = failure.output { drop(output) }
            closeWhenFinished()
        case .finished: break
        }
    }

    private mutating func drop(_ output: OutputName) {
        lost.insert(output)
        act(.apply(.dropOutput(output)))
        record(.outputDropped, [.init("output", .string(output.rawValue))])
    }

    mutating func applyFailed(_ change: GraphChange, _ failure: GraphFailure) {
        switch change {
        case .openSegment(let requests, _):
            if failure.output == nil {
                for request in requests { self.change(request.path) { $0.cancelled = true } }
            }
            fail(SessionFailure(failure))
        case .stop, .dropOutput: fail(withoutOutput(failure))
        case .abandonStalledInputs, .restoreOutput, .loseInput, .reopenInput:
            warn(.graph, branch: failure.branch, failure.message)
        }
    }

    private func withoutOutput(_ failure: GraphFailure) -> SessionFailure {
        var failure = SessionFailure(failure)
        failure.output = nil
        return failure
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

    func diskFull(_ freeBytes: Int64) -> SessionFailure {
        SessionFailure(
            .diskFull, exit: .diskFailed,
            message: "Only \(Wording.size(freeBytes)) are left on the disk of \(folder), less than storage.keep-free "
                + "(\(Wording.size(settings.keepFree))).",
            advice: "Free some space, choose another disk with --output DIR, or lower storage.keep-free.")
    }

    func finishTimeout(_ late: [OutputName]) -> SessionFailure {
        let limit = Wording.length(hastened ? settings.hastyFinishLimit : settings.finishLimit)
        return SessionFailure(
            .finishTimeout, exit: .fault, output: late.count == 1 ? late[0] : nil,
            message: "The files of \(Wording.enumeration(late.map(\.rawValue))) were not finished within \(limit).",
            advice: "What they hold up to about the last second can be played; \(folder) stays marked as unfinished.")
    }
}
