import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Passes readings of the machine's sensors and counters to the policies for heat, power, resource pressure and load.
struct MachineMonitor: Sendable {
    private(set) var heat: ThermalPolicy
    private(set) var power: PowerPolicy
    var throttling: Throttling
    private var pressure = PressureWatch()
    /// The messages about unreadable sensors that were already reported.
    private var toldProblems: Set<String> = []

    /// Creates the monitor.
    ///
    /// - Parameter history: The history of the session, with the intervals in which earlier workers dropped frames on
    ///   purpose; `nil` if there were none.
    init(_ settings: SessionSettings, after history: SessionHistory? = nil) {
        heat = ThermalPolicy(settings.thermal, hasCombined: settings.outputs.contains(.combined))
        power = PowerPolicy(settings.battery)
        throttling = Throttling(settings.budget, after: history)
    }

    /// True if the first readings suggest that the machine is too hot, or its battery too empty, to start recording.
    var isStartDoubtful: Bool { (heat.mayBeTooHot && !planted(.hotStart)) || power.mayBeEmpty }

    /// Passes a reading of the machine's sensors and counters, made once a second, to the policies for heat, power and
    /// resource pressure. Returns the effects that they request.
    ///
    /// - Parameter hasBegun: True if the session's first event has been reported; before, sensor problems are not
    ///   reported.
    mutating func observe(
        _ reading: MachineReading, hasBegun: Bool, in context: SessionContext
    ) -> [SessionEffect] {
        let problems =
            hasBegun
            ? reading.problems.filter { toldProblems.insert($0).inserted || planted(.sensorProblemRepeated) } : []
        return problems.map { .warn(.sensor, $0) } + heat.observe(reading, in: context) + power.observe(reading)
            + pressure.observe(reading.pressure, at: context.now).map { .warn(.pressure, $0.warning) }
    }

    /// The shedding steps that are active because of load or heat, with their reasons.
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
