import DualCamConfig
import DualCamPlan

// MARK: Pause, marks, splits
extension SessionState {
    mutating func directPause(_ pending: inout PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The recording cannot be paused.")
    }

    mutating func paused(at time: RunningTime?) {}

    mutating func resumed(at time: RunningTime?) {}

    mutating func mark(_ pending: PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "Nothing can be marked.")
    }

    mutating func split(_ pending: PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.unsupported, "The files cannot be split.")
    }
}
