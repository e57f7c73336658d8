/// The values of the machine's sensors and counters at one point in time, read once per second. A value that the
/// machine does not report is `nil` or empty.
package struct MachineReading: Sendable, Equatable {
    /// The CPU time that this process has used since its start: user and system time of all threads
    /// (`/proc/self/stat`).
    package var processTime: Duration?
    /// The total time that all cores have been busy since the machine was started (`/proc/stat`).
    package var busyTime: Duration?
    /// The number of processor cores that are online.
    package var cores: Int
    /// The temperatures of the sensors that are used to detect overheating.
    package var zones: [Zone]
    /// The number of times that the processor's cores were throttled because of heat since the machine was started.
    package var throttleCount: Int?
    package var pressure: Pressure?
    package var battery: Battery?
    /// The problems that occurred while the sensors were read, as full sentences for users. The same problem always
    /// produces the same sentence.
    package var problems: [String]

    package init(
        processTime: Duration? = nil, busyTime: Duration? = nil, cores: Int = 1, zones: [Zone] = [],
        throttleCount: Int? = nil, pressure: Pressure? = nil, battery: Battery? = nil, problems: [String] = []
    ) {
        (self.processTime, self.busyTime, self.cores, self.zones) = (processTime, busyTime, cores, zones)
        (self.throttleCount, self.pressure, self.battery) = (throttleCount, pressure, battery)
        self.problems = problems
    }

    /// A temperature of a thermal zone or a hwmon sensor.
    package struct Zone: Sendable, Hashable {
        /// The name of the sensor on this machine: `x86_pkg_temp`, `coretemp Package id 0`.
        package var name: String
        package var celsius: Double

        package init(name: String, celsius: Double) { (self.name, self.celsius) = (name, celsius) }
    }

    /// The fraction of the last ten seconds, 0 ... 1, in which at least one task had to wait for a resource. There is
    /// one value for each kind of resource (`some avg10` in `/proc/pressure`).
    package struct Pressure: Sendable, Hashable {
        package var cpu: Double?
        package var memory: Double?

        package init(cpu: Double? = nil, memory: Double? = nil) { (self.cpu, self.memory) = (cpu, memory) }
    }

    package struct Battery: Sendable, Hashable {
        /// The charge of the battery as a fraction, 0 ... 1.
        package var charge: Double
        /// True if the machine runs on battery power.
        package var isDischarging: Bool

        package init(charge: Double, isDischarging: Bool) {
            (self.charge, self.isDischarging) = (charge, isDischarging)
        }
    }
}
