/// The values of the machine's sensors and counters, read once a second. A value that the machine does not report is
/// `nil` or empty.
package struct MachineReading: Sendable, Equatable {
    /// The CPU time of this process since its start, user and system, of all its threads (`/proc/self/stat`).
    package var processTime: Duration?
    /// The busy CPU time of all cores since the machine started (`/proc/stat`).
    package var busyTime: Duration?
    /// The number of online cores.
    package var cores: Int
    /// The temperatures of the relevant zones.
    package var zones: [Zone]
    /// The number of times that cores were throttled for heat since the machine started, in total.
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

    /// A thermal zone or a hwmon sensor.
    package struct Zone: Sendable, Hashable {
        /// The name that the machine gives to the sensor: `x86_pkg_temp`, `coretemp Package id 0`.
        package var name: String
        package var celsius: Double

        package init(name: String, celsius: Double) { (self.name, self.celsius) = (name, celsius) }
    }

    /// The shares of the last ten seconds in which some task waited (`/proc/pressure`, `some avg10`), 0 ... 1.
    package struct Pressure: Sendable, Hashable {
        package var cpu: Double?
        package var memory: Double?

        package init(cpu: Double? = nil, memory: Double? = nil) { (self.cpu, self.memory) = (cpu, memory) }
    }

    package struct Battery: Sendable, Hashable {
        /// The charge, 0 ... 1.
        package var charge: Double
        /// True when the machine runs on battery power.
        package var isDischarging: Bool

        package init(charge: Double, isDischarging: Bool) {
            (self.charge, self.isDischarging) = (charge, isDischarging)
        }
    }
}
