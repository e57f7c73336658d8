import DualCamConfig
import DualCamPlan

// MARK: Gain, filters, mute, microphone
extension SessionState {
    mutating func directSound(_ pending: inout PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The sound cannot be directed.")
    }

    func soundSettings(_ pipeline: Pipeline) -> [ControlSetting] { [] }
}
