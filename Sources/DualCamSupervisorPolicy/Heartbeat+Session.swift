import DualCamConfig
package import DualCamPlan
package import DualCamRecordings
import DualCamSession

extension Heartbeat {
    /// Updates the state in the heartbeat with an event of the worker's session.
    package mutating func apply(_ event: SessionEvent) {
        switch event.kind {
        case .standby:
            (stage, folder, ending) = (.standby, nil, nil)
            (isFlowing, isPaused, outputs, recorded, stillOutputs) = (false, false, [], 0, [])
        case .started(let folder, _):
            self.folder = folder
            if stage == .standby { stage = .preparing }
        case .recording:
            stage = .recording
            (isFlowing, began) = (true, event.unixNanoseconds)
        case .status(let status):
            // While a session is ending, a late status event must not replace its final state.
            guard stage != .finishing || planted(.lastWordOfOld) else { return }
            (recorded, freeBytes) = (status.recorded / .seconds(1), status.freeBytes)
            isFlowing = status.isFlowing
            lostInputs = status.lost.map(\.rawValue)
            stillOutputs = status.still.map(\.rawValue)
            note(status.signals)
            note(status.workload)
            note(status.workload.rates, without: status.lost)
            (heatLevel, heatForecast) = (status.heat?.level.rank, status.heat?.forecast?.after.components.seconds)
            batteryCharge = status.battery?.charge
            outputs = status.outputs.map {
                Output(name: $0.name.rawValue, frames: $0.frames, dropped: $0.dropped, bytes: $0.bytes)
            }
        case .stopping(.reload): stage = .preparing
        case .stopping(let reason): (stage, ending) = (.finishing, reason.rawValue)
        case .finished(let outcome): apply(outcome)
        case .paused: (isFlowing, isPaused) = (false, true)
        case .resumed: isPaused = false
        case .repeated(_, let count): repeated += count
        case .shed: shedSteps += 1
        case .dropped, .warning, .signalFaulty, .signalRestored, .outputStill, .segment, .fileFinished, .finishing,
            .failed,
            .inputLost, .inputReturned, .outputRestored, .sessionDeleted, .restored, .control, .directed, .reloaded,
            .marked, .cadence, .keyFrames, .damaged, .heat, .forecast, .power, .countdown:
            break
        }
    }

    /// The maximum number of ended takes in a heartbeat. Heartbeats are short, and each take appears in many of them.
    private static let mostEnded = 8

    private mutating func apply(_ outcome: SessionOutcome) {
        takes += 1
        shortfalls = outcome.shortfalls
        if let folder = outcome.folder, !outcome.isHandedOn { ended = (ended + [folder]).suffix(Self.mostEnded) }
        if let losses = outcome.losses { note(losses) }
        if outcome.folder == nil, stage == .finishing { folder = nil }
    }

    private mutating func note(_ news: SessionEvent.Signals) {
        var seen: Set<Signal> = []
        signals = news.faults.map { fault in
            Signal(
                input: fault.input.rawValue, code: fault.fault.code.rawValue, text: fault.fault.text(of: fault.input))
        }.filter { seen.insert(Signal(input: $0.input, code: $0.code, text: "")).inserted }
        peaks = news.peaks.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Peak(microphone: $0.key.microphoneName ?? $0.key.rawValue, peak: $0.value)
        }
        pictures = news.pictures.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Picture(camera: $0.key.rawValue, luminance: $0.value.luminance, unchanged: $0.value.unchanged / .seconds(1))
        }
    }

    /// The time limits within which the files must grow, derived from the frame rate of the fastest output.
    package var timeouts: FrameTimeouts { FrameTimeouts(frame: .seconds(frameSeconds)) }

    private mutating func note(_ rates: [SessionEvent.Workload.Rate], without lost: [InputName]) {
        let active = rates.filter { rate in
            planted(.lostCameraIsFastest) || !lost.contains { $0.rawValue == rate.output.rawValue }
        }
        let fastest = active.map(\.framesPerSecond).max() ?? 0
        frameSeconds = fastest > 0 ? 1 / fastest : 0
    }

    /// Replaces the numbers of missing frames with those of the whole session, over all its parts, as `audit` counts
    /// them.
    private mutating func note(_ losses: SessionLosses) {
        repeated = losses.all.repeated
        for index in outputs.indices {
            let count = losses[OutputName(outputs[index].name)]
            (outputs[index].dropped, outputs[index].missing) = (count.dropped, count.missing)
            outputs[index].shed = count.shed
        }
    }

    /// Copies the numbers of the workload into the heartbeat, but not its text for users.
    package mutating func note(_ news: SessionEvent.Workload) {
        (load, queue) = (news.load, news.queue)
        shed = news.sheds.map { Shed(step: $0.step.rawValue, reason: $0.reason.rawValue) }
    }
}
