internal import DualCamPlan

/// Reads the temperatures of all sensors in use. It remembers which sensors have delivered a value, so that it can
/// report a sensor that has disappeared.
struct ZoneReader: Sendable {
    /// The sensor names in `thermal.zones` of the pipeline file; `nil` to use the CPU's sensors.
    package let wanted: [String]?
    /// The problem that was first reported for each failed sensor, by the path of the sensor's file. It is reported
    /// again with the same words while the sensor fails.
    private var complaints: [String: String] = [:]
    /// The sensors that have delivered a temperature at least once.
    private var known: [TemperatureSensor] = []

    package init(wanted: [String]?) { self.wanted = wanted }

    /// Reads the current temperatures. `problems` lists, as text for users, the sensors that failed or disappeared.
    package mutating func read(_ tree: MachineTree) -> (zones: [MachineReading.Zone], problems: [String]) {
        let sensors = TemperatureSensor.all(tree)
        var problems: [String] = []
        let zones = wanted.map { named($0, sensors, tree, &problems) } ?? chosen(sensors, tree, &problems)
        for sensor in known where !sensors.contains(where: { $0.path == sensor.path }) {
            problems.append("The temperature sensor \(sensor.name) is gone (\(sensor.path)).")
        }
        if zones.isEmpty, wanted == nil {
            problems.append(
                "No temperature can be read below \(tree.sysfs): the recording cannot be slowed when it gets hot.")
        }
        return (zones, problems)
    }

    /// Returns the temperatures of the best type of sensor of which at least one sensor works; empty if no sensor
    /// works.
    private mutating func chosen(
        _ sensors: [TemperatureSensor], _ tree: MachineTree, _ problems: inout [String]
    ) -> [MachineReading.Zone] {
        for kind in TemperatureSensor.Kind.allCases where kind != .foreign {
            let zones = sensors.filter { $0.kind == kind }.compactMap { read($0, tree, &problems) }
            if !zones.isEmpty { return zones }
        }
        return []
    }

    private mutating func named(
        _ words: [String], _ sensors: [TemperatureSensor], _ tree: MachineTree, _ problems: inout [String]
    ) -> [MachineReading.Zone] {
        for word in words where !(sensors + known).contains(where: { $0.isMeant(by: word) }) {
            let names = sensors.map(\.name).joined(separator: ", ")
            problems.append(
                "thermal.zones: no sensor here is called \(word); there \(names.isEmpty ? "is none" : "are \(names)").")
        }
        return sensors.filter { sensor in words.contains { sensor.isMeant(by: $0) } }
            .compactMap { read($0, tree, &problems) }
    }

    private mutating func read(
        _ sensor: TemperatureSensor, _ tree: MachineTree, _ problems: inout [String]
    ) -> MachineReading.Zone? {
        let text = tree.line(of: sensor.path)
        if let celsius = text.flatMap(TemperatureSensor.celsius) {
            if !known.contains(sensor) { known.append(sensor) }
            return MachineReading.Zone(name: sensor.name, celsius: celsius)
        }
        let what = text.map { $0.isEmpty ? "is empty" : "reads '\($0.prefix(20))'" } ?? "cannot be read"
        let complaint =
            complaints[sensor.path] ?? "The temperature sensor \(sensor.name) does not count: \(sensor.path) \(what)."
        complaints[sensor.path] = complaint
        problems.append(complaint)
        return nil
    }
}
