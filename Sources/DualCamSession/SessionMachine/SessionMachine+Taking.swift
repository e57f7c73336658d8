import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Standing by
extension SessionMachine {
    mutating func standing(_ failure: GraphFailure?) {
        guard phase == .standby else { return }
        if let failure { return fail(SessionFailure(failure)) }
        life.standby.open()
        status.makeDue(at: now)
        keepMuted()
        emit(.standby(outputs: settings.outputs, directory: settings.recording.directory))
        perform(inputs.tellLosses(at: running))
        carryOutTake()
    }

    /// Mutes the microphones again that were muted before the graph was rebuilt. A new graph mutes none.
    private mutating func keepMuted() {
        for microphone in direction.pipeline?.microphones ?? [] where direction.muted.contains(microphone.name) {
            act(.direct(.sound(SoundDirection(microphone: microphone, isMuted: true))))
        }
    }

    // MARK: Takes
    /// Begins a take. The command is answered once the take has begun. If the devices are not open yet, the take waits
    /// for them. Throws `notNow` if a take has already begun or been requested.
    mutating func beginTake(_ pending: PendingCommand) throws(ControlRefusal) {
        guard phase == .standby, !life.standby.isAsked else {
            throw ControlRefusal(.notNow, "It is recording already.", advice: "Stop the take first.")
        }
        life.standby.ask(pending)
        carryOutTake()
    }

    private mutating func carryOutTake() {
        guard phase == .standby, let pending = life.standby.due else { return }
        do throws(ControlRefusal) {
            try refuseWithoutInputs()
            var settings: [Setting] = []
            if let request = pending.command.request as? TakeRequest { settings = try adopt(request) }
            perform(life.standby.makeFolder(settings))
        } catch {
            refuseTake(error)
        }
    }

    /// Refuses a requested take that cannot begin: answers its command with an error, and reports a warning.
    private mutating func refuseTake(_ refusal: ControlRefusal) {
        // The settings of a take that could not begin must not apply to the next take.
        if let pipeline = direction.pipeline { order.settings.adopt(takeOf: pipeline) }
        tellRefused(refusal)
        perform(life.standby.answer(.failure(refusal)))
    }

    /// Reports a warning that a take could not begin.
    mutating func tellRefused(_ refusal: ControlRefusal) {
        warn(.take, "The take could not begin: " + refusal.text)
    }

    // MARK: Obstacles to the next take
    /// Stores the reason why no take could begin now; `nil` for none. Warns when the reason changes.
    mutating func noteObstacle(_ failure: SessionFailure?) {
        guard phase == .standby else { return }
        let before = life.standby.obstacle
        let isNews = life.standby.note(failure)
        if failure != before { status.makeDue(at: now) }
        guard isNews else { return }
        if let failure {
            warn(.standby, "No take can begin now: " + Sentence.joined(failure.message, failure.remoteAdvice))
        } else if before != nil {
            warn(.standby, "A take can begin again.")
        }
    }

    /// Compares the free disk space with `storage.keep-free` every second, between the slower checks for obstacles.
    mutating func noteSpace() {
        guard phase == .standby else { return }
        if let shortage = storage.shortage(in: settings) {
            if life.standby.obstacle == nil || life.standby.obstacle?.code == .diskFull { noteObstacle(shortage) }
        } else if life.standby.obstacle?.code == .diskFull, storage.hasAmpleRoom(in: settings) {
            noteObstacle(nil)
        }
    }

    /// Throws if a take must not begin because inputs are missing. As at the start of a recording, this is decided by
    /// `recording.missing-camera` and `recording.missing-microphone`.
    private func refuseWithoutInputs() throws(ControlRefusal) {
        let away = inputs.away.filter { settings.missing($0) != .continue }
        guard let first = away.first else { return }
        let names = away.map(\.title).enumeration
        let key = first.isMicrophone ? "missing-microphone" : "missing-camera"
        throw ControlRefusal(
            .notNow, "There is no signal from \(names).",
            advice: "Wait until it is back, or set recording.\(key): continue to record what is there.")
    }

    /// Applies the settings of a take's request, such as `duration`, to this take only. Returns them as keys of
    /// `recording`.
    private mutating func adopt(_ request: TakeRequest) throws(ControlRefusal) -> [Setting] {
        try refuse(request)
        guard request != TakeRequest(last: request.last) else { return [] }
        var edit = try directedPipeline()
        request.change(&edit)
        order.settings.adopt(takeOf: edit.pipeline)
        return edit.settings
    }

    /// Throws if the requested take is impossible: its pre-roll is longer than the one kept, or it has both a delay and
    /// a pre-roll.
    private func refuse(_ request: TakeRequest) throws(ControlRefusal) {
        let kept = settings.recording.preRoll
        if let last = request.last, last > kept ?? .zero {
            let what = kept.map { "Only the last \(Wording.length($0)) are kept." } ?? "Nothing of the past is kept."
            throw ControlRefusal(.badValue, what, advice: "Write a longer recording.pre-roll into the pipeline file.")
        }
        if kept != nil, request.delay?.value != nil {
            throw ControlRefusal(
                .notNow, "A take begins before its button here (recording.pre-roll), and cannot begin after it.",
                advice: "Leave the delay out, or recording.pre-roll.")
        }
    }

    mutating func sessionMade(_ path: String, _ wall: Int64, _ failure: SessionFailure?) {
        life.standby.folderMade()
        // If the session has ended in the meantime, the new folder is removed again.
        guard phase == .standby else {
            if failure == nil { folder.make(path) }
            if life.ending == .saving { act(.discard([])) }
            return
        }
        if let failure {
            noteObstacle(failure)
            return refuseTake(ControlRefusal(failure))
        }
        noteObstacle(nil)
        folder.make(path)
        life.enter(.preparing)
        clocks.timeline.begin(wall: wall, at: now)
        order.names = order.names.begun(at: clocks.date(wall))
        losses.restart()
        inputs.restart()
        signals.forgetTake()
        status.restart(at: now)
        begin(storage.freeBytes)
    }

    mutating func finishTakeStart(at running: RunningTime) {
        if order.resuming != nil { keepMuted() }
        let answer = ControlAnswer(at: running, .of(["folder": folder.path]))
        perform(life.standby.answer(.success(answer)))
    }

    /// Answers the command that requested a take with the reason why the take cannot begin.
    mutating func refuseTake() {
        perform(life.standby.answer(.failure(failures.all.first.map(ControlRefusal.init) ?? .isOver())))
    }

    mutating func endTake(_ pending: PendingCommand) throws(ControlRefusal) {
        guard phase > .standby else {
            throw ControlRefusal(.notNow, "Nothing is being recorded.", advice: "Begin a take with 'record'.")
        }
        act(.answer(pending.number, .success(ControlAnswer(at: running))))
        stop(.request)
    }
}

extension SessionSettings {
    /// Copies the settings that a user may specify for a single take from another pipeline.
    fileprivate mutating func adopt(takeOf pipeline: Pipeline) {
        let take = pipeline.recording
        (recording.duration, recording.until, recording.delay) = (take.duration, take.until, take.delay)
    }
}
