import DualCamConfig
import DualCamPlan

// MARK: Pauses
extension SessionMachine {
    mutating func pause(_ pending: PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        guard !take.isPaused else {
            throw ControlRefusal(.notNow, "The recording is paused already.", advice: "Resume it with 'resume'.")
        }
        direct(.pause, for: pending)
    }

    mutating func resume(_ pending: PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        guard take.isPaused else { throw ControlRefusal(.notNow, "The recording is not paused.") }
        direct(.resume, for: pending)
    }

    func requireRecording() throws(ControlRefusal) {
        guard phase == .running else {
            throw ControlRefusal(.notNow, "Nothing is recorded yet.", advice: "Try again when recording has begun.")
        }
    }

    mutating func paused(at time: RunningTime?) {
        guard let time else { return }
        perform(take.pause(at: time, clocks.timeline))
        scheduleSwitch()
        status.makeDue(at: now)
    }

    mutating func resumed(at time: RunningTime?) {
        guard let time, let pause = take.resume(at: time) else { return }
        files.move(behind: pause.from, by: pause.length, part: part)
        perform(pause.effects)
        status.makeDue(at: now)
        storage.restartRate()
        scheduleEnd()
        scheduleBoundary()
        scheduleSwitch()
    }
}

// MARK: Marks and splits
extension SessionMachine {
    mutating func mark(_ pending: PendingCommand, _ text: String) throws(ControlRefusal) {
        try requireRecording()
        let mark = take.marks.mark(text, at: running ?? RunningTime(nanoseconds: 0), take.pauses, part: part)
        perform(mark.effects)
        act(.answer(pending.number, .success(ControlAnswer(at: mark.time, [.init("text", .string(text))]))))
    }

    mutating func split(_ pending: PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        guard !take.isPaused else {
            throw ControlRefusal(
                .notNow, "The recording is paused: there is nothing to split.", advice: "Resume it with 'resume' first."
            )
        }
        guard !active.isEmpty, let running else {
            throw ControlRefusal(.notNow, "No output records.", advice: "Try again when one does.")
        }
        let time: RunningTime
        switch take.segments.split(at: running, take.span, settings) {
        case .tooLate: throw ControlRefusal(.notNow, "The recording is about to end.")
        case .isDue(let boundary): time = boundary
        case .new(let boundary):
            time = boundary
            cut(active, at: boundary, reason: "split")
            take.segments.restart(at: boundary, take.pauses)
            disarm(.segment)
            scheduleBoundary()
        }
        act(.answer(pending.number, .success(ControlAnswer(at: time))))
    }
}
