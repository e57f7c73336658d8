import DualCamConfig
import DualCamPlan

// MARK: Layout, main camera, inset, zoom
extension SessionState {
    mutating func directPicture(_ pending: inout PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The picture cannot be directed.")
    }

    func pictureSettings(_ pipeline: Pipeline) -> [ControlSetting] { [] }
}
