import DualCamConfig
import DualCamPlan

/// Hands what is read of the machine to those whom it concerns: heat, power, what programs wait for, and what is left out.
struct MachineMonitor: Sendable {
    private(set) var heat: ThermalPolicy
    private(set) var power: PowerPolicy
    var throttling: Throttling
    private var pressure = PressureWatch()
    /// The problems told of sensors that cannot be read.
    private var toldProblems: Set<String> = []

    /// - Parameter history: the history with the shedding of other workers; `nil`: there were none.
    init(_ settings: SessionSettings, after history: SessionHistory? = nil) {
        heat = ThermalPolicy(settings.thermal, hasCombined: settings.outputs.contains(.combined))
        power = PowerPolicy(settings.battery)
        throttling = Throttling(settings.budget, after: history)
    }

    /// True when the first readings do not allow to begin yet.
    var isStartDoubtful: Bool { (heat.mayBeTooHot && !planted(.hotStart)) || power.mayBeEmpty }

    /// Takes in a reading, once a second.
    ///
    /// - Parameter hasBegun: the first reading comes before the session's own first word.
    mutating func observe(
        _ reading: MachineReading, hasBegun: Bool, in context: SessionContext
    ) -> [SessionEffect] {
        let problems =
            hasBegun
            ? reading.problems.filter { toldProblems.insert($0).inserted || planted(.sensorProblemRepeated) } : []
        return problems.map { .warn(.sensor, $0) } + heat.observe(reading, in: context) + power.observe(reading)
            + pressure.observe(reading.pressure, at: context.now).map { .warn(.pressure, $0.warning) }
    }

    /// The steps of shedding that are in force, with their reasons.
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
