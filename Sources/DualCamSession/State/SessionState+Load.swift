import DualCamPlan

// MARK: The load
extension SessionState {
    mutating func watchLoad(_ reading: MachineReading) {}
}
