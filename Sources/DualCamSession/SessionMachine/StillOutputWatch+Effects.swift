import DualCamConfig
import DualCamPlan

extension StillOutputWatch.Action {
    var warning: String {
        switch self {
        case .still(let output, let length):
            "No frame of \(output) has been written for \(max(1, length.components.seconds)) s, though its inputs deliver: its picture "
                + "cannot be made, or its encoder takes nothing. The recording goes on without it; try another clip or encoder."
        case .flows(let output): "Frames of \(output) are written again."
        }
    }
}

// MARK: What the machine knows of the outputs
extension SessionMachine {
    /// Warns of outputs that stand still. Nothing is due in a pause, of an output that rests, nor while the disk takes nothing, of which
    /// others tell.
    mutating func watchStillness(_ statistics: GraphStatistics) {
        let due = take.isPaused ? [] : active.filter { isFed($0, by: statistics.inputs) }
        let heldUp = Set(statistics.branches.filter(\.isHeldUp).map(\.output))
        let readings = statistics.outputs.filter { due.contains($0.name) && !heldUp.contains($0.name) }.map { output in
            StillOutputWatch.Reading(
                output: output.name, frames: output.frames,
                timeouts: FrameTimeouts(slowest: order.rates[output.name].map { [$0] } ?? []))
        }
        for action in still.observe(readings, at: now) { warn(.outputStill, action.warning) }
    }

    /// Returns true while pictures come from the output's camera; for the combined picture, from any.
    private func isFed(_ output: OutputName, by inputs: [GraphStatistics.Input]) -> Bool {
        let own = inputs.filter { output == .combined ? !$0.name.isMicrophone : $0.name.rawValue == output.rawValue }
        return own.contains { !$0.isLost && $0.idle != nil && !$0.timeouts.isStalled(after: $0.idle) }
    }
}
