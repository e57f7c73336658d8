import DualCamConfig
import DualCamPlan

// MARK: Cameras and the microphone come and go
extension SessionState {
    /// Before recording begins, `recording.missing-camera` decides whether the session goes on without the input.
    var goesOnWithoutInputs: Bool { phase > .preparing || isStanding || settings.missingCamera == .continue }

    mutating func failInput(_ input: InputName, _ failure: SessionFailure) {
        complain(of: input, failure.branch, Wording.sentences(failure.message, failure.advice))
        carryOut(cameras.observe(.failed(input), at: now))
    }

    mutating func carryOut(_ changes: [CameraWatch.Action]) {
        for change in changes {
            switch change {
            case .lose(let input): act(.apply(.loseInput(input)))
            case .reopen(let input): act(.apply(.reopenInput(input)))
            }
        }
    }

    mutating func loseRefused(_ input: InputName, _ failure: GraphFailure) {
        complain(of: input, failure.branch, Wording.sentences(failure.message, failure.advice))
        carryOut(cameras.observe(.loseRefused(input), at: now))
    }

    mutating func reopenRefused(_ input: InputName, _ failure: GraphFailure) {
        complain(of: input, failure.branch, Wording.sentences(failure.message, failure.advice))
        carryOut(cameras.observe(.reopenRefused(input), at: now))
    }

    /// Says what is wrong with an input, but not again and again.
    private mutating func complain(of input: InputName, _ branch: BranchName?, _ message: String) {
        guard complaints[input] != message else { return }
        complaints[input] = message
        warn(.input, branch: branch, message)
    }

    mutating func inputLost(_ input: InputName, _ running: RunningTime) {
        carryOut(cameras.observe(.lost(input), at: now))
        tellLoss(of: input, running)
    }

    /// Says that an input is out, once an absence.
    mutating func tellLoss(of input: InputName, _ running: RunningTime) {
        guard !absences.contains(where: { $0.input == input && $0.end == nil }) else { return }
        let reason = (cameras.absence(of: input)?.reason ?? .failed).rawValue
        absences.append(.init(input: input, part: part, reason: reason, start: moment(running)))
        record(
            .inputLost,
            [
                .init("input", .string(input.rawValue)), .init("at", .time(running)),
                .init("reason", .string(reason)),
            ])
        emit(.inputLost(input, at: running, reason: reason))
    }

    mutating func inputReturned(_ input: InputName, _ running: RunningTime) {
        let absence = cameras.absence(of: input)
        let (away, attempts) = (now - (absence?.since ?? now), absence?.attempts ?? 0)
        carryOut(cameras.observe(.returned(input), at: now))
        complaints[input] = nil
        if let index = absences.lastIndex(where: { $0.input == input && $0.end == nil }) {
            absences[index].end = moment(running)
        }
        record(
            .inputReturned,
            [
                .init("input", .string(input.rawValue)), .init("at", .time(running)), .init("away", .length(away)),
                .init("attempts", .count(attempts)),
            ])
        emit(.inputReturned(input, at: running, away: away, attempts: attempts))
        let output = OutputName(input.rawValue)
        if active.contains(output) { reopen(output, .inputReturned) }
    }

    /// Recording has not begun in time.
    mutating func startTimedOut() {
        let waiting = inputsNow.filter { $0.idle == nil && !$0.isLost && !cameras.isAway($0.name) }.map(\.name)
        guard !waiting.isEmpty, settings.missingCamera != .fail else { return fail(startTimeout) }
        arm(.start, at: now + settings.startLimit)
        let names = Wording.enumeration(waiting.map(\.rawValue))
        switch settings.missingCamera {
        case .wait: warn(.input, "Nothing has come from \(names) yet; recording waits for it.")
        case .continue, .fail:
            warn(.input, "Nothing has come from \(names); recording begins without it.")
            for input in waiting { carryOut(cameras.observe(.failed(input), at: now)) }
        }
    }
}
