import DualCamConfig
import DualCamPlan

// MARK: One take after the other
extension SessionState {
    mutating func beginTake(_ pending: PendingCommand) throws(ControlRefusal) {
        throw ControlRefusal(.notNow, "It is recording already.", advice: "Stop the take first.")
    }
}
