import DualCamConfig
import DualCamPlan

// MARK: What is read again and again
extension SessionState {
    mutating func read(_ statistics: GraphStatistics, _ clocks: ClockReading) {
        if let running = statistics.now { timeline.synchronise(running: running, at: now) }
        inputsNow = statistics.inputs
        guard phase < .finishing else { return }
        carryOut(cameras.observe(.statistics(statistics.inputs, isRecording: phase == .running || isStanding), at: now))
        if isStanding { tellStandby() }
        guard phase == .running else { return }
        carryOut(self.clocks.observe(clocks))
        carryOut(outputs.observe(.tick(inputsAreAway: !cameras.away.isEmpty), at: now))
        watchQueues(statistics.branches)
        if !isPaused { rate.observe(statistics.outputs.filter { outputs.place(of: $0.name) == .own }, at: now) }
        for sound in statistics.sounds {
            if let told = drift[sound.microphone, default: DriftLog()].observe(sound, at: now) { tellDrift(told) }
        }
        tellStatus(statistics)
    }

    private mutating func tellStatus(_ statistics: GraphStatistics) {
        guard phase == .running, now >= nextStatus else { return }
        nextStatus += .seconds(max(1, (now - nextStatus).components.seconds + 1))
        let lasts = freeBytes.flatMap { storage.lasts(free: $0, bytesPerSecond: rate.bytesPerSecond) }
        var status = SessionEvent.Status(
            recorded: recorded, freeBytes: freeBytes, outputs: statistics.outputs, lasts: lasts, isFlowing: isFlowing,
            lost: cameras.away, workload: workload, heat: heatStatus, battery: battery,
            levels: lastLevels)
        status.isPaused = isPaused
        lastStatus = status
        emit(.status(status))
    }

    private var workload: SessionEvent.Workload {
        let rates = settings.outputs.compactMap { output in
            order.rates[output].map { rate in
                let share = outputs.isOut(output) ? 0 : share(of: output).fraction
                return SessionEvent.Workload.Rate(output: output, framesPerSecond: rate.framesPerSecond * share)
            }
        }
        return .init(load: load.load, queue: load.queue, sheds: sheds, rates: rates)
    }

    /// What the graph last told of an output's rate.
    private func share(of output: OutputName) -> RateShare {
        thinned.last { $0.output == output && $0.part == part && $0.to == nil }?.share ?? .full
    }

    /// Whether files must be growing. A graph that tells nothing of its inputs is taken to have some that deliver.
    private var isFlowing: Bool {
        let delivers =
            inputsNow.isEmpty
            || inputsNow.contains { input in
                !cameras.isAway(input.name) && input.idle.map { $0 < CameraWatch.stall } ?? false
            }
        return delivers && !active.isEmpty && !isPaused
    }

    private mutating func carryOut(_ findings: [ClockWatch.Action]) {
        for finding in findings {
            switch finding {
            case .jumped(let by):
                record(.clockJumped, [.init("by", .length(by))])
                let direction = by < .zero ? "back" : "forward"
                let length = Wording.length(max(by, .zero - by))
                emit(.warning(.clock, branch: nil, message: "The system's clock was set \(direction) by \(length)."))
            case .suspended(let length):
                record(.suspended, [.init("seconds", .length(length))])
                emit(.warning(.clock, branch: nil, message: "The machine slept for \(Wording.length(length))."))
            }
        }
    }

    /// Keeps the newest of a microphone.
    mutating func hear(_ levels: SoundLevels) {
        if let index = lastLevels.firstIndex(where: { $0.microphone == levels.microphone }) {
            lastLevels[index] = levels
            return
        }
        let order = (direction.pipeline?.microphones ?? []).map(\.input)
        lastLevels.append(levels)
        lastLevels.sort {
            (order.firstIndex(of: $0.microphone) ?? .max) < (order.firstIndex(of: $1.microphone) ?? .max)
        }
    }

    /// Writes down how far the sound card's clock is from the pipeline's.
    mutating func tellDrift(_ sound: GraphStatistics.Sound) {
        record(
            .drift,
            sound.microphone.member + [
                .init("parts-per-million", .thousandths(sound.thousandthsPerMillion)),
                .init("added", .count(sound.added)), .init("removed", .count(sound.removed)),
                .init("samples", .count(sound.samples)),
            ])
    }
}
