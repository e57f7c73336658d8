/// The values of the machine's sensors and counters, read once a second. Whatever the machine does not tell is `nil` or empty.
package struct MachineReading: Sendable, Equatable {
    /// CPU time of this process since it began, user and system, of all its threads (`/proc/self/stat`).
    package var processTime: Duration?
    /// CPU time of all cores since the machine started: spent on anything (`/proc/stat`).
    package var busyTime: Duration?
    /// Cores that are on-line.
    package var cores: Int
    /// Temperatures of the zones that count.
    package var zones: [Zone]
    /// The number of times that cores were slowed for heat since the machine started, all together.
    package var throttleCount: Int?
    package var pressure: Pressure?
    package var battery: Battery?
    /// The problems of reading, in full sentences for people; the same problem always has the same sentence.
    package var problems: [String]

    package init(
        processTime: Duration? = nil, busyTime: Duration? = nil, cores: Int = 1, zones: [Zone] = [],
        throttleCount: Int? = nil, pressure: Pressure? = nil, battery: Battery? = nil, problems: [String] = []
    ) {
        (self.processTime, self.busyTime, self.cores, self.zones) = (processTime, busyTime, cores, zones)
        (self.throttleCount, self.pressure, self.battery) = (throttleCount, pressure, battery)
        self.problems = problems
    }

    /// A thermal zone or a sensor of hwmon.
    package struct Zone: Sendable, Hashable {
        /// The name that the machine gives it: `x86_pkg_temp`, `coretemp Package id 0`.
        package var name: String
        package var celsius: Double

        package init(name: String, celsius: Double) { (self.name, self.celsius) = (name, celsius) }
    }

    /// Shares of the last ten seconds in which some task waited (`/proc/pressure`, `some avg10`), 0 ... 1.
    package struct Pressure: Sendable, Hashable {
        package var cpu: Double?
        package var memory: Double?

        package init(cpu: Double? = nil, memory: Double? = nil) { (self.cpu, self.memory) = (cpu, memory) }
    }

    package struct Battery: Sendable, Hashable {
        /// 0 ... 1
        package var charge: Double
        /// True on battery power: it is getting emptier.
        package var isDischarging: Bool

        package init(charge: Double, isDischarging: Bool) {
            (self.charge, self.isDischarging) = (charge, isDischarging)
        }
    }
}
