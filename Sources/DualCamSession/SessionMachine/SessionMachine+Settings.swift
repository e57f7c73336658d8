import DualCamConfig
import DualCamPlan

// MARK: What can be set, and what it is
extension SessionMachine {
    var controlState: ControlState {
        ControlState(
            name: order.description.name, phase: controlPhase, folder: hasBegun ? folder.path : nil,
            runningTime: running, status: status.last, settings: controlSettings)
    }

    private var controlPhase: ControlState.Phase {
        switch phase {
        case .standby: life.standby.isOpen ? .standby : .preparing
        case .preparing: .preparing
        case .running: take.isPaused ? .paused : .recording
        case .finishing: .finishing
        case .finished: .finished
        }
    }

    private var controlSettings: [ControlSetting] {
        guard let pipeline = direction.pipeline else { return [] }
        let picture = pictureSettings(pipeline) + switchSettings + overlaySettings(pipeline)
        return picture + colourSettings(pipeline) + soundSettings(pipeline)
            + cameraSettings(pipeline)
    }
}
