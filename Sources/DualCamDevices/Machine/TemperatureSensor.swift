/// A temperature sensor of this machine in sysfs: a thermal zone or a hwmon input.
struct TemperatureSensor: Sendable, Equatable {
    /// The types of sensors, ordered by how well they show the CPU's temperature, best first. Only sensors of the best
    /// available type are used.
    enum Kind: Int, Sendable, Comparable, CaseIterable {
        /// A sensor of the whole CPU package, or of the system on a chip.
        case package
        /// A sensor of a single core, or a CPU sensor without a label.
        case core
        /// A sensor with the firmware's estimate of the case temperature.
        case firmware
        /// Any other thermal zone, used if no better sensor exists.
        case other
        /// A sensor that does not measure the CPU, such as that of a disk, a radio or a bridge. Used only if
        /// `thermal.zones` in the pipeline file names it.
        case foreign

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The sensor's name on this machine, such as `x86_pkg_temp` or `coretemp Package id 0`.
    package var name: String
    package var kind: Kind
    /// The path of the file that contains the temperature, in thousandths of a degree Celsius.
    package var path: String
    /// The name of the sensor's folder, such as `thermal_zone0` or `hwmon3`.
    package var folder: String

    /// Returns each temperature sensor of the machine once. Omits hwmon inputs that duplicate a thermal zone.
    package static func all(_ tree: MachineTree) -> [TemperatureSensor] {
        let zones = zones(tree)
        let types = Set(zones.map { plain($0.name) })
        let chips = chips(tree).filter { sensor in
            if sensor.name.hasPrefix("coretemp"), sensor.kind == .package { return !types.contains("x86-pkg-temp") }
            return !types.contains(plain(sensor.name))
        }
        return withNamesOfTheirOwn(zones + chips)
    }

    /// Parses the temperature in a sensor file's text, in degrees Celsius. Returns `nil` if the text is not a whole
    /// number, or if the temperature is exactly 0, below -40 or above 150 degrees.
    static func celsius(_ text: String) -> Double? {
        guard let thousandths = Int(text), thousandths != 0, (-40_000...150_000).contains(thousandths) else {
            return nil
        }
        return Double(thousandths) / 1000
    }

    /// Returns true if an entry of `thermal.zones` refers to this sensor, by its name or by its folder's name. A name
    /// that several sensors share, and to which the folder's name was therefore added, refers to each of them.
    func isMeant(by word: String) -> Bool { word == name || word == folder || name == "\(word) \(folder)" }

    private static func zones(_ tree: MachineTree) -> [TemperatureSensor] {
        let place = tree.sysfs + "/class/thermal"
        return tree.names(in: place, prefix: "thermal_zone").map { folder in
            let type = tree.line(of: "\(place)/\(folder)/type") ?? ""
            return TemperatureSensor(
                name: type.isEmpty ? folder : type, kind: kind(ofZone: type), path: "\(place)/\(folder)/temp",
                folder: folder)
        }
    }

    private static func kind(ofZone type: String) -> Kind {
        let words = plain(type).split { $0 == "-" || $0 == " " }
        if words.contains(where: isProcessor) { return .package }
        if ["iwlwifi", "pch", "nvme"].contains(where: plain(type).hasPrefix) { return .foreign }
        return plain(type).hasPrefix("acpitz") ? .firmware : .other
    }

    /// Returns true if a part of a thermal zone's name stands for the CPU. Examples of such names are `x86_pkg_temp`,
    /// `cpu-thermal`, `cpu0-thermal`, `cpuss1-thermal`, `soc_thermal`, `package-thermal`, `bigcore0-thermal`, `TCPU`,
    /// `mtktscpu`, and `B0D4` (Intel's processor participant).
    private static func isProcessor(_ word: Substring) -> Bool {
        ["pkg", "tcpu", "b0d4", "mtktscpu"].contains(word)
            || ["cpu", "soc", "package", "bigcore", "littlecore"].contains { word.hasPrefix($0) }
    }

    private static func chips(_ tree: MachineTree) -> [TemperatureSensor] {
        let place = tree.sysfs + "/class/hwmon"
        return tree.names(in: place, prefix: "hwmon").flatMap { folder in
            let chip = tree.line(of: "\(place)/\(folder)/name") ?? folder
            let inputs = tree.names(in: "\(place)/\(folder)", prefix: "temp").filter { $0.hasSuffix("_input") }
            let sensors = inputs.map { input in
                let label = tree.line(of: "\(place)/\(folder)/\(input.dropLast(6))_label") ?? ""
                return TemperatureSensor(
                    name: label.isEmpty ? chip : "\(chip) \(label)", kind: kind(ofChip: chip, label),
                    path: "\(place)/\(folder)/\(input)", folder: folder)
            }
            // On some models, AMD's Tctl is Tdie plus an offset, so Tdie is preferred.
            guard let die = sensors.first(where: { $0.name.hasSuffix(" Tdie") }) else { return sensors }
            return sensors.filter { $0.kind != .package || $0 == die }
        }
    }

    private static func kind(ofChip chip: String, _ label: String) -> Kind {
        switch plain(chip) {
        case "coretemp": label.hasPrefix("Package id") ? .package : .core
        case "k10temp", "zenpower", "fam15h-power", "k8temp": label == "Tctl" || label == "Tdie" ? .package : .core
        case "acpitz": .firmware
        case let name: kind(ofZone: name) == .package ? .package : .foreign
        }
    }

    /// Returns a sensor's name in lower case with underscores replaced by hyphens. `cpu_thermal` and `cpu-thermal` are
    /// the same sensor, because hwmon does not allow hyphens.
    private static func plain(_ name: String) -> String {
        name.lowercased().split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-")
    }

    /// Appends the folder's name to each sensor name that occurs more than once, so that all names are unique.
    private static func withNamesOfTheirOwn(_ sensors: [TemperatureSensor]) -> [TemperatureSensor] {
        let names = Dictionary(sensors.map { ($0.name, 1) }, uniquingKeysWith: +)
        return sensors.map { sensor in
            var sensor = sensor
            if names[sensor.name, default: 1] > 1 { sensor.name += " \(sensor.folder)" }
            return sensor
        }
    }
}
