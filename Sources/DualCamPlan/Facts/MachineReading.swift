/// What the machine's sensors and counters say, read once a second. Whatever the machine does not tell is `nil` or empty.
public struct MachineReading: Sendable, Equatable {
    /// CPU time of this process since it began, user and system, of all its threads (`/proc/self/stat`).
    public var processTime: Duration?
    /// CPU time of all cores since the machine started: spent on anything (`/proc/stat`).
    public var busyTime: Duration?
    /// Cores that are on-line.
    public var cores: Int
    /// Temperatures of the zones that count.
    public var zones: [Zone]
    /// How often cores were slowed for heat since the machine started, all together.
    public var throttleCount: Int?
    public var pressure: Pressure?
    public var battery: Battery?
    /// What could not be read, in full sentences for people; the same problem always has the same sentence.
    public var problems: [String]

    public init(
        processTime: Duration? = nil, busyTime: Duration? = nil, cores: Int = 1, zones: [Zone] = [],
        throttleCount: Int? = nil, pressure: Pressure? = nil, battery: Battery? = nil, problems: [String] = []
    ) {
        (self.processTime, self.busyTime, self.cores, self.zones) = (processTime, busyTime, cores, zones)
        (self.throttleCount, self.pressure, self.battery) = (throttleCount, pressure, battery)
        self.problems = problems
    }

    /// A thermal zone or a sensor of hwmon.
    public struct Zone: Sendable, Hashable {
        /// As the machine names it: `x86_pkg_temp`, `coretemp Package id 0`.
        public var name: String
        public var celsius: Double

        public init(name: String, celsius: Double) { (self.name, self.celsius) = (name, celsius) }
    }

    /// Shares of the last ten seconds in which some task waited (`/proc/pressure`, `some avg10`), 0 ... 1.
    public struct Pressure: Sendable, Hashable {
        public var cpu: Double?
        public var memory: Double?
        public var io: Double?

        public init(cpu: Double? = nil, memory: Double? = nil, io: Double? = nil) {
            (self.cpu, self.memory, self.io) = (cpu, memory, io)
        }
    }

    public struct Battery: Sendable, Hashable {
        /// 0 ... 1
        public var charge: Double
        /// On battery power: it is getting emptier.
        public var isDischarging: Bool

        public init(charge: Double, isDischarging: Bool) { (self.charge, self.isDischarging) = (charge, isDischarging) }
    }
}
