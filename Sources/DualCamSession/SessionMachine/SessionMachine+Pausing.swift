import DualCamConfig
import DualCamPlan
import DualCamRecordings

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

    // MARK: Marks and splits
    mutating func mark(_ pending: PendingCommand, _ text: String) throws(ControlRefusal) {
        try requireRecording()
        let mark = take.mark(text, at: running ?? RunningTime(nanoseconds: 0), part: part)
        perform(mark.effects)
        let answer = ControlAnswer(at: mark.time, .of(["text": text, "files": places(in: files.all, at: mark.time)]))
        act(.answer(pending.number, .success(answer)))
    }

    /// Returns the position of a moment of the recording in the newest file of each output. Each JSON object has three
    /// keys: `output`, `file` (the name within the session's folder) and `at` (the position in the file in seconds,
    /// exact to the frame).
    private func places(in files: [RecordedFile], at time: RunningTime) -> [JSONValue] {
        guard let start = take.start else { return [] }
        let open = files.filter { file in
            file.part == part && !file.isFinished && !file.cancelled && !file.isLeft && file.boundary ?? start <= time
        }
        let newest = open.enumerated().filter { index, file in
            !open[(index + 1)...].contains { $0.output == file.output }
        }
        return newest.map { _, file in
            let begin = take.pauses.recorded(file.boundary ?? start).nanoseconds
            let place = max(0, take.pauses.recorded(time).nanoseconds -| begin)
            return .of(["output": file.output, "file": folder.name(of: file.path), "at": Duration.nanoseconds(place)])
        }
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
        switch take.segments.split(at: running, take.span, context.settings) {
        case .tooLate: throw ControlRefusal(.notNow, "The recording is about to end.")
        case .isDue(let boundary): time = boundary
        case .new(let boundary):
            time = boundary
            cutSoon(reason: "split")
        }
        act(.answer(pending.number, .success(ControlAnswer(at: time))))
    }
}
