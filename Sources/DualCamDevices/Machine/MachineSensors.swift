package import DualCamConfig
package import DualCamPlan
internal import Synchronization

/// The sensors and counters of this machine, read from sysfs and procfs, or from trees with the same structure.
package final class MachineSensors: Sendable {
    private let tree: MachineTree
    private let zones: Mutex<ZoneReader>

    /// Creates a reader of the machine's sensors.
    /// - Parameter wanted: the sensor names in `thermal.zones` of the pipeline file; `nil` to use the CPU's sensors.
    package init(_ machine: Machine, zones wanted: [String]? = nil) {
        tree = MachineTree(sysfs: machine.sysfs, proc: machine.proc)
        zones = Mutex(ZoneReader(wanted: wanted))
    }

    /// Returns a sentence for users about each entry of `thermal.zones` that matches no sensor of this machine. Blocks.
    package static func unknownZones(_ words: [String], on machine: Machine) -> [String] {
        let tree = MachineTree(sysfs: machine.sysfs, proc: machine.proc)
        let sensors = TemperatureSensor.all(tree)
        let names = sensors.map(\.name).joined(separator: ", ")
        return words.filter { word in !sensors.contains { $0.isMeant(by: word) } }.map {
            "no sensor here is called \($0); there \(names.isEmpty ? "is none" : "are \(names)")"
        }
    }

    /// Reads the current values of all sensors. Blocks until the slowest sensor has responded: do not call it in
    /// Swift's cooperative thread pool.
    ///
    /// A value that the machine does not provide is `nil` or empty. A sensor that fails is listed in `problems`.
    package func reading() -> MachineReading {
        let times = ProcessorTimes.read(tree)
        let heat = zones.withLock { $0.read(tree) }
        let power = tree.power()
        return MachineReading(
            processTime: times.process, busyTime: times.busy, cores: times.cores, zones: heat.zones,
            throttleCount: tree.throttleCount, pressure: tree.pressure, battery: power.battery,
            problems: times.problems + heat.problems + power.problems)
    }
}
