import DualCamConfig
import DualCamPlan

// MARK: Controls of cameras, bitrates
extension SessionState {
    mutating func directCamera(_ pending: inout PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The cameras' controls cannot be directed.")
    }

    mutating func directBitrate(_ pending: inout PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The bitrates cannot be directed.")
    }

    func cameraSettings(_ pipeline: Pipeline) -> [ControlSetting] { [] }
}
