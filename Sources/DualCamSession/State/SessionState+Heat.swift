import DualCamPlan

// MARK: Heat and power
extension SessionState {
    mutating func watchHeat(_ reading: MachineReading) {}
}
