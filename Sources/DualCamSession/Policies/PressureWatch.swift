import DualCamPlan
import DualCamRecordings

/// Detects when programs wait so long for memory or the processor that the recording may suffer. This causes only a
/// warning.
///
/// The budget limits the recording's own use of the processor, and `ThermalPolicy` reduces frame rates in heat.
struct PressureWatch: Sendable, Equatable {
    enum Resource: String, Sendable, CaseIterable { case cpu, memory }

    /// The fraction of time, 0 ... 1, for which some program must wait for a resource before the resource counts as
    /// short. A shortage ends when the fraction falls below half of this limit.
    private static let limits: [Resource: Double] = [.cpu: 0.9, .memory: 0.2]
    private static let patience = Duration.seconds(30)

    private var since: [Resource: Duration] = [:]
    private var told: Set<Resource> = []

    /// Checks a reading of the resource pressure (Linux PSI); `nil` if the kernel does not report it.
    ///
    /// - Returns: The resources that have been short for half a minute, each once until its shortage ends.
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
