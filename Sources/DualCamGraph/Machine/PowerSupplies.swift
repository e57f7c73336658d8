internal import DualCamPlan

/// The batteries that keep this machine running (`/sys/class/power_supply`), as one.
struct PowerSupplies: Sendable {
    private struct Cell {
        var name: String
        /// 0 ... 1
        var charge: Double
        /// The energy that it holds and could hold, both in the same unit; `nil`: not told.
        var energy: (now: Double, full: Double)?
        var status: String
    }

    /// The charge of all batteries together, by their energy where each tells it, else on average; `nil` without a battery. One
    /// whose charge is nonsense is left out, and said.
    ///
    /// Batteries of devices (a mouse, a headset) do not count. It is getting emptier when one of them says `Discharging`, or, where
    /// they do not know, when there is a mains adapter and none is on-line.
    static func read(_ tree: MachineTree) -> (battery: MachineReading.Battery?, problems: [String]) {
        let place = tree.sysfs + "/class/power_supply"
        var (cells, problems, adapters): ([Cell], [String], [Bool]) = ([], [], [])
        for name in tree.names(in: place) {
            let path = "\(place)/\(name)"
            switch tree.line(of: path + "/type") {
            case "Battery":
                guard tree.line(of: path + "/scope") != "Device", tree.line(of: path + "/present") != "0" else {
                    continue
                }
                if let cell = cell(name, path, tree) {
                    cells.append(cell)
                } else {
                    let text = tree.line(of: path + "/capacity").map { "reads '\($0.prefix(20))'" } ?? "cannot be read"
                    problems.append("The battery \(name) does not count: \(path)/capacity \(text).")
                }
            case "Mains", "USB": if let isOn = tree.number(of: path + "/online") { adapters.append(isOn != 0) }
            default: break
            }
        }
        guard !cells.isEmpty else { return (nil, problems) }
        let isDischarging =
            cells.contains { $0.status == "Discharging" }
            || (cells.allSatisfy { ["", "Unknown"].contains($0.status) } && !adapters.isEmpty
                && !adapters.contains(true))
        return (.init(charge: charge(of: cells), isDischarging: isDischarging), problems)
    }

    private static func charge(of cells: [Cell]) -> Double {
        let energies = cells.compactMap(\.energy)
        guard energies.count == cells.count, cells.count > 1 else {
            return cells.reduce(0) { $0 + $1.charge } / Double(cells.count)
        }
        return min(1, energies.reduce(0) { $0 + $1.now } / energies.reduce(0) { $0 + $1.full })
    }

    /// `nil` when its charge is nonsense: no whole number from 0 to 100.
    private static func cell(_ name: String, _ path: String, _ tree: MachineTree) -> Cell? {
        guard let percent = tree.number(of: path + "/capacity"), (0...100).contains(percent) else { return nil }
        let energy = ["energy", "charge"].lazy.compactMap { unit -> (Double, Double)? in
            guard let now = tree.number(of: "\(path)/\(unit)_now"), let full = tree.number(of: "\(path)/\(unit)_full"),
                now >= 0, full > 0
            else { return nil }
            return (Double(now), Double(full))
        }.first
        return Cell(
            name: name, charge: Double(percent) / 100, energy: energy, status: tree.line(of: path + "/status") ?? "")
    }
}
