import DualCamPlan

/// Notices when programs wait for memory or for the processor for so long that the recording may suffer: a warning, and no more.
/// The recording's own use of the processor is the budget's matter, and heat has its own rules.
struct PressureWatch: Sendable, Equatable {
    enum Resource: String, Sendable, CaseIterable { case cpu, memory }

    /// The shares of the time in which some program waits that are told of, and below half of which all is well again.
    private static let limits: [Resource: Double] = [.cpu: 0.9, .memory: 0.2]
    private static let patience = Duration.seconds(30)

    private var since: [Resource: Duration] = [:]
    private var told: Set<Resource> = []

    /// - Returns: the resources that have been short for half a minute, each once until it is well again.
    mutating func observe(_ pressure: MachineReading.Pressure?, at now: Duration) -> [Resource] {
        guard let pressure else { return [] }
        return Resource.allCases.filter { resource in
            guard let share = resource == .cpu ? pressure.cpu : pressure.memory, let limit = Self.limits[resource]
            else {
                return false
            }
            if share < limit / 2, !planted(.pressureOnce) { told.remove(resource) }
            since[resource] = share < limit ? nil : since[resource] ?? now
            guard let start = since[resource], now - start >= (planted(.pressureAtOnce) ? .zero : Self.patience) else {
                return false
            }
            return told.insert(resource).inserted
        }
    }
}
