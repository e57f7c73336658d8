import DualCamConfig
import DualCamPlan
import DualCamRecordings

extension StillOutputWatch.Action {
    fileprivate func warning(at now: Duration) -> String {
        switch self {
        case .still(let output, let since):
            "No frame of \(output) has been written for \(max(1, (now - since).components.seconds)) s, though its inputs deliver: its "
                + "picture cannot be made, or its encoder takes nothing. The recording goes on without it; try another clip or encoder."
        case .ended(let output, _, isWritten: true): "Frames of \(output) are written again."
        case .ended(let output, _, isWritten: false): "No frames of \(output) are due any more."
        }
    }
}

// MARK: Outputs without frames
extension SessionMachine {
    /// Warns about outputs into which no frames are written. Paused recordings and inactive outputs are ignored. If the
    /// cause is that the disk accepts no data, other warnings report this.
    mutating func watchStillness(_ statistics: GraphStatistics) {
        let due = take.isPaused && !planted(.stillInPause) ? [] : active.filter { isFed($0, by: statistics.inputs) }
        let heldUp = Set(statistics.branches.filter(\.isHeldUp).map(\.output))
        let readings = statistics.outputs.filter {
            due.contains($0.name) && (!heldUp.contains($0.name) || planted(.stillWhileDiskWaits))
        }.map { output in
            StillOutputWatch.Reading(
                output: output.name, frames: output.frames,
                timeouts: FrameTimeouts(slowest: order.rates[output.name].map { [$0] } ?? []),
                keyFrames: inputs.keyFrameDistance(of: output.name))
        }
        for action in still.observe(readings, at: now) { tell(action) }
    }

    private mutating func tell(_ action: StillOutputWatch.Action) {
        guard let running else { return }
        let message = action.warning(at: now)
        switch action {
        case .still(let output, let since):
            let from = moment(since, running)
            stillSpells.append(.init(output: output, part: part, from: from))
            perform(SessionEffect.tell(.outputStill(output, from: from, to: nil, message: message)))
        case .ended(let output, let since, _):
            if let index = stillSpells.lastIndex(where: { $0.isOpen(of: output, in: part) }) {
                stillSpells[index].to = running
            }
            let from = moment(since, running)
            perform(SessionEffect.tell(.outputStill(output, from: from, to: running, message: message)))
        }
    }

    /// Converts a time relative to the session's beginning to running time. The result is at least the start of the
    /// recording.
    private func moment(_ time: Duration, _ running: RunningTime) -> RunningTime {
        let moment = clocks.timeline.running(at: time) ?? running
        return take.start.map { max($0, moment) } ?? moment
    }

    /// Returns true if the output's camera delivers pictures; for the combined picture, if any camera does.
    private func isFed(_ output: OutputName, by inputs: [GraphStatistics.Input]) -> Bool {
        let own = inputs.filter { output == .combined ? !$0.name.isMicrophone : $0.name.rawValue == output.rawValue }
        return own.contains { !$0.isLost && $0.idle != nil && !$0.timeouts.isStalled(after: $0.idle) }
    }
}
