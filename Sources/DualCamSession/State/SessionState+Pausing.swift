import DualCamConfig
import DualCamPlan

// MARK: Pauses
extension SessionState {
    mutating func directPause(_ pending: inout PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        switch pending.command.name {
        case .pause:
            guard !isPaused else {
                throw ControlRefusal(.notNow, "The recording is paused already.", advice: "Resume it with 'resume'.")
            }
            direct(.pause, for: pending)
        default:
            guard isPaused else { throw ControlRefusal(.notNow, "The recording is not paused.") }
            direct(.resume, for: pending)
        }
    }

    func requireRecording() throws(ControlRefusal) {
        guard phase == .running else {
            throw ControlRefusal(.notNow, "Nothing is recorded yet.", advice: "Try again when recording has begun.")
        }
    }

    var isPaused: Bool { cuts.isOpen }

    mutating func paused(at time: RunningTime?) {
        guard let time else { return }
        cuts.begin(at: time)
        disarm(.segment, .end)
        if let timeOfDay { arm(.end, at: timeline.session(of: timeOfDay)) }
        scheduleSwitch()
        record(.paused, at: time, [.init("at", .time(time))])
        emit(.paused(at: time), at: time)
        nextStatus = now
    }

    mutating func resumed(at time: RunningTime?) {
        guard let time, let from = cuts.cuts.last?.from else { return }
        cuts.end(at: time)
        move(behind: from, by: time - from)
        record(.resumed, at: time, [.init("at", .time(time))])
        emit(.resumed(at: time), at: time)
        nextStatus = now
        rate.restart()
        scheduleEnd()
        scheduleBoundary()
        scheduleSwitch()
    }

    /// What was announced before the pause comes so much later.
    private mutating func move(behind from: RunningTime, by length: Duration) {
        if let announced, announced > from { self.announced = announced + length }
        for index in files.indices where files[index].part == part && !files[index].isFinished {
            if let boundary = files[index].boundary, boundary > from { files[index].boundary = boundary + length }
        }
    }

    /// How much has been recorded since the start of this part.
    var recorded: Duration {
        guard let start, let running = timeline.running(at: now) else { return .zero }
        return max(cuts.recorded(end.map { min($0, running) } ?? running) - start, .zero)
    }
}

// MARK: Marks and splits
extension SessionState {
    mutating func mark(_ pending: PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        let running = timeline.running(at: now) ?? RunningTime(nanoseconds: 0)
        // A moment in a pause is the moment of the pause.
        let time = cuts.isCut(running) ? cuts.running(cuts.recorded(running), .before) : running
        let text = pending.command["text"]?.text ?? ""
        marks.append(.init(part: part, at: time, text: text))
        record(.marked, at: time, [.init("at", .time(time)), .init("text", .string(text))])
        emit(.marked(text, at: time), at: time)
        act(.answer(pending.number, .success(ControlAnswer(at: time, [.init("text", .string(text))]))))
    }

    mutating func split(_ pending: PendingCommand) throws(ControlRefusal) {
        try requireRecording()
        guard !isPaused else {
            throw ControlRefusal(
                .notNow, "The recording is paused: there is nothing to split.", advice: "Resume it with 'resume' first."
            )
        }
        guard !active.isEmpty, let running = timeline.running(at: now) else {
            throw ControlRefusal(.notNow, "No output records.", advice: "Try again when one does.")
        }
        let soon = running + settings.openLead
        if let end, soon + settings.shortestFile > end {
            throw ControlRefusal(.notNow, "The recording is about to end.")
        }
        let isDue = announced.map { $0 > running && $0 < soon + settings.shortestFile } ?? false
        let time = isDue ? announced ?? soon : soon
        if !isDue {
            cut(active, at: time, reason: "split")
            (announced, boundaries, boundaryBase) = (time, 0, cuts.recorded(time))
            disarm(.segment)
            scheduleBoundary()
        }
        act(.answer(pending.number, .success(ControlAnswer(at: time))))
    }

    /// The chapters of a file that has been finished.
    func chapters(of file: FileSummary) -> [Chapter] { marks.chapters(of: file, in: part, cuts) }

    /// Whatever became of its chapters, the file stays as it is from now on.
    mutating func chaptered(_ path: String, _ bytes: Int64?, _ problem: String?) {
        guard pendingChapters.remove(path) != nil else { return }
        if let problem {
            let name = RecordedFile.name(path, in: folder)
            warn(.chapters, "\(name) has no chapters for its marks: \(problem); session.json lists them.")
        }
        if hastened { change(path) { $0.size = bytes } } else { askForDigest(path) }
        completeWhenInspected()
    }
}
