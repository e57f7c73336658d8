import DualCamConfig
import DualCamPlan

/// Distributes the readings of the machine: to heat, power, pressure and shedding.
struct MachineMonitor: Sendable {
    private(set) var heat: ThermalPolicy
    private(set) var power: PowerPolicy
    var throttling: Throttling
    private var pressure = PressureWatch()
    /// The reported problems of sensors that cannot be read.
    private var toldProblems: Set<String> = []

    /// - Parameter history: The history with the shedding of other workers; `nil` if there were none.
    init(_ settings: SessionSettings, after history: SessionHistory? = nil) {
        heat = ThermalPolicy(settings.thermal, hasCombined: settings.outputs.contains(.combined))
        power = PowerPolicy(settings.battery)
        throttling = Throttling(settings.budget, after: history)
    }

    /// True when the first readings do not allow a start yet.
    var isStartDoubtful: Bool { (heat.mayBeTooHot && !planted(.hotStart)) || power.mayBeEmpty }

    /// Handles a reading, once a second.
    ///
    /// - Parameter hasBegun: False for a reading that comes before the session's first event.
    mutating func observe(
        _ reading: MachineReading, hasBegun: Bool, in context: SessionContext
    ) -> [SessionEffect] {
        let problems =
            hasBegun
            ? reading.problems.filter { toldProblems.insert($0).inserted || planted(.sensorProblemRepeated) } : []
        return problems.map { .warn(.sensor, $0) } + heat.observe(reading, in: context) + power.observe(reading)
            + pressure.observe(reading.pressure, at: context.now).map { .warn(.pressure, $0.warning) }
    }

    /// The steps of shedding in force, with their reasons.
    var sheds: [Shed] { throttling.sheds + heat.throttle.sheds(for: .heat) }
}

extension PressureWatch.Resource {
    fileprivate var warning: String {
        switch self {
        case .cpu: "Programs on this machine have waited for the processor for half a minute."
        case .memory: "Programs on this machine have waited for memory for half a minute."
        }
    }
}
