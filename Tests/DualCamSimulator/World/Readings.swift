import DualCamPlan

/// The readings of the machine's sensors.
struct Readings {
    var celsius = 50.0
    /// The fraction of the machine's CPU time that the recording needs (0.4 means 40 %).
    var load = 0.4
    var queue = 0.0
    var battery: MachineReading.Battery?
    /// True if the sensors report impossible values.
    var isNonsense = false
    /// The CPU time that was used so far, in nanoseconds.
    private var used: Int64 = 0
    private var since: Int64 = 0

    /// Returns the reading of all sensors at an uptime in nanoseconds.
    mutating func reading(at uptime: Int64, _ random: inout Randomness) -> MachineReading {
        used += Int64(Double(uptime - since) * load * 4)
        since = uptime
        if isNonsense { return nonsense(&random) }
        return MachineReading(
            processTime: .nanoseconds(used), busyTime: .nanoseconds(used + uptime / 100), cores: 4,
            zones: [.init(name: "cpu", celsius: celsius)], throttleCount: 0,
            pressure: .init(cpu: load > 0.9 ? 0.5 : 0.01, memory: 0), battery: battery)
    }

    private func nonsense(_ random: inout Randomness) -> MachineReading {
        let numbers = [Double.nan, -273, 1e9, 0, -1e300, .infinity]
        return MachineReading(
            processTime: random.isOne(in: 2) ? nil : .seconds(-5), busyTime: random.isOne(in: 2) ? nil : .zero,
            cores: random.pick([0, 1, -3, 4_096]), zones: [.init(name: "cpu", celsius: random.pick(numbers))],
            throttleCount: random.pick([nil, 0, -1, .max]), pressure: .init(cpu: random.pick(numbers), memory: nil),
            battery: random.isOne(in: 3)
                ? .init(charge: random.pick(numbers), isDischarging: random.isOne(in: 2)) : nil,
            problems: ["The simulated sensor says nothing of use."])
    }
}
