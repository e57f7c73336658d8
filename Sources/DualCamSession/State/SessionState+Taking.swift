import DualCamConfig
import DualCamPlan

/// The take that a session standing by is to record.
struct StandbyBook: Sendable {
    /// The devices are open.
    var isOpen = false
    /// Who asked for the take, until it is answered.
    var pending: PendingCommand?
    var isMakingFolder = false
    /// What holds for this take alone.
    var settings: [LiveSetting] = []
}

// MARK: Standing by
extension SessionState {
    /// Whether the devices are open and nothing has been asked for that needs a folder.
    var isStanding: Bool { phase == .standby && standby.isOpen }

    mutating func standBy() {
        guard !graphStarted else { return }
        graphStarted = true
        act(.standBy)
    }

    mutating func standing(_ failure: GraphFailure?) {
        guard phase == .standby else { return }
        if let failure { return fail(SessionFailure(failure)) }
        standby.isOpen = true
        nextStatus = now
        keepMuted()
        emit(.standby(outputs: settings.outputs))
        for input in cameras.away { tellLoss(of: input) }
        carryOutTake()
    }

    /// A graph that was made anew is as the pipeline file has it, which knows of no muting.
    private mutating func keepMuted() {
        for microphone in direction.pipeline?.microphones ?? [] where direction.muted.contains(microphone.name) {
            act(.direct(.sound(SoundDirection(microphone: microphone, isMuted: true))))
        }
    }

    private mutating func tellLoss(of input: InputName) {
        let reason = cameras.absence(of: input)?.reason ?? .failed
        emit(.inputLost(input, at: timeline.running(at: now), reason: reason.rawValue))
    }

    /// Once a second.
    mutating func tellStandby() {
        guard now >= nextStatus else { return }
        nextStatus = now + .seconds(1)
        let status = SessionEvent.Status(
            recorded: .zero, freeBytes: freeBytes, outputs: [], isFlowing: false, lost: cameras.away, heat: heatStatus,
            battery: battery)
        lastStatus = status
        emit(.status(status))
    }
}

// MARK: One take after the other
extension SessionState {
    /// Answered when the take has begun. One that is asked for before the devices are open waits for them.
    mutating func beginTake(_ pending: PendingCommand) throws(ControlRefusal) {
        guard phase == .standby, standby.pending == nil else {
            throw ControlRefusal(.notNow, "It is recording already.", advice: "Stop the take first.")
        }
        standby.pending = pending
        carryOutTake()
    }

    private mutating func carryOutTake() {
        guard isStanding, !standby.isMakingFolder, let pending = standby.pending else { return }
        do throws(ControlRefusal) {
            try refuseWithoutInputs()
            try takeOver(pending.command)
            standby.isMakingFolder = true
            act(.makeSession)
        } catch {
            answerTake(.failure(error))
        }
    }

    /// Before a take begins, `recording.missing-camera` holds as before a recording.
    private func refuseWithoutInputs() throws(ControlRefusal) {
        let away = cameras.away
        guard !away.isEmpty, settings.missingCamera != .continue else { return }
        let names = Wording.enumeration(away.map(\.title))
        throw ControlRefusal(
            .notNow, "There is no signal from \(names).",
            advice: "Wait until it is back, or set recording.missing-camera: continue to record what is there.")
    }

    /// `duration` and its like are the keys of `recording`, for this take alone.
    private mutating func takeOver(_ command: ControlCommand) throws(ControlRefusal) {
        var trial = PendingCommand(number: CommandNumber(value: -1), command: command)
        let settings = command.arguments.compactMap { argument in
            argument.value.text.map { LiveSetting("recording.\(argument.key)", $0) }
        }
        guard !settings.isEmpty else { return }
        let pipeline = try redirect(&trial, settings)
        order.settings.adopt(takeOf: pipeline)
        standby.settings = settings
    }

    mutating func sessionMade(_ path: String, _ wall: Int64, _ failure: SessionFailure?) {
        standby.isMakingFolder = false
        // Somebody ended it meanwhile: what was made for it goes again.
        guard phase == .standby else {
            if failure == nil { folder = path }
            if ending == .saving { act(.discard([])) }
            return
        }
        if let failure { return answerTake(.failure(ControlRefusal(failure))) }
        folder = path
        phase = .preparing
        timeline.begin(wall: wall, at: now)
        order.names = order.names.begun(at: calendar(wall))
        (dropped, repeated, absences, complaints) = ([], [], [], [:])
        nextStatus = now + .seconds(1)
        begin(freeBytes)
    }

    mutating func takeHasBegun(at running: RunningTime) {
        if order.resuming != nil { keepMuted() }
        answerTake(.success(ControlAnswer(at: running, [.init("folder", .string(folder))])))
    }

    /// The take will not begin any more.
    mutating func refuseTake() {
        answerTake(.failure(failures.first.map(ControlRefusal.init) ?? .isOver()))
    }

    private mutating func answerTake(_ result: Result<ControlAnswer, ControlRefusal>) {
        guard let pending = standby.pending else { return }
        (standby.pending, standby.settings) = (nil, result.isSuccess ? standby.settings : [])
        act(.answer(pending.number, result))
    }

    mutating func endTake(_ pending: PendingCommand) throws(ControlRefusal) {
        guard phase > .standby else {
            throw ControlRefusal(.notNow, "Nothing is being recorded.", advice: "Begin a take with 'record'.")
        }
        act(.answer(pending.number, .success(ControlAnswer(at: timeline.running(at: now)))))
        stop(.request)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension SessionSettings {
    /// What a person may say of one take.
    fileprivate mutating func adopt(takeOf pipeline: Pipeline) {
        (duration, until, delay) = (
            pipeline.recording.duration, pipeline.recording.until, pipeline.recording.delay
        )
    }
}
