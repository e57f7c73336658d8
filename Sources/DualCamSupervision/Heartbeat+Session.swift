import DualCamConfig
import DualCamPlan
package import DualCamSession

extension Heartbeat {
    /// Takes in an event of the worker's session.
    package mutating func take(_ event: SessionEvent) {
        switch event.kind {
        case .standby:
            (stage, folder, ending) = (.standby, nil, nil)
            (isFlowing, isPaused, outputs, recorded) = (false, false, [], 0)
        case .started(let folder, _):
            self.folder = folder
            if stage == .standby { stage = .preparing }
        case .recording:
            stage = .recording
            (isFlowing, began) = (true, event.unixNanoseconds)
        case .status(let status):
            // A session that is over by now has not the last word.
            guard stage != .finishing else { return }
            recorded = status.recorded / .seconds(1)
            freeBytes = status.freeBytes
            isFlowing = status.isFlowing
            lostInputs = status.lost.map(\.rawValue)
            note(status.workload)
            heatLevel = status.heat?.level.rank
            heatForecast = status.heat?.forecast?.after.components.seconds
            batteryCharge = status.battery?.charge
            outputs = status.outputs.map {
                Output(name: $0.name.rawValue, frames: $0.frames, dropped: $0.dropped, bytes: $0.bytes)
            }
        case .stopping(.reload): stage = .preparing
        case .stopping(let reason): (stage, ending) = (.finishing, reason.rawValue)
        case .finished(let outcome):
            take(outcome)
        case .paused: (isFlowing, isPaused) = (false, true)
        case .resumed: isPaused = false
        case .repeated(_, let count): repeated += count
        case .shed: shedSteps += 1
        case .dropped, .warning, .segment, .fileFinished, .failed, .inputLost, .inputReturned, .outputRestored,
            .sessionDeleted, .restored, .control, .directed, .reloaded, .marked, .heat, .forecast, .power, .countdown:
            break
        }
    }

    private mutating func take(_ outcome: SessionOutcome) {
        takes += 1
        shortfalls = outcome.shortfalls
        isPlainLoss = !outcome.failures.isEmpty && !outcome.failures.contains { $0.code == .diskFull }
        if let losses = outcome.losses { note(losses) }
        if outcome.folder == nil, stage == .finishing { folder = nil }
    }

    /// Takes in what the files lack, of all parts of the session: it is what `audit` counts.
    private mutating func note(_ losses: SessionLosses) {
        repeated = losses.all.repeated
        for index in outputs.indices {
            let count = losses[OutputName(outputs[index].name)]
            (outputs[index].dropped, outputs[index].missing) = (count.dropped, count.missing)
            outputs[index].shed = count.shed
        }
    }

    /// Takes in the figures of the load; its words for people are not told here.
    package mutating func note(_ news: SessionEvent.Workload) {
        (load, queue) = (news.load, news.queue)
        shed = news.sheds.map { Shed(step: $0.step.rawValue, reason: $0.reason.rawValue) }
    }
}
