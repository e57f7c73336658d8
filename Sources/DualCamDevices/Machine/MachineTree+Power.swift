internal import DualCamPlan

/// A battery that powers this machine, as reported by the kernel.
private struct Cell {
    /// The charge of the battery, from 0 (empty) to 1 (full).
    var charge: Double
    /// The battery's current energy and its energy when full, in the same unit; `nil` if the kernel does not report
    /// them.
    var energy: (now: Double, full: Double)?
    var status: String
}

/// Functions that read the batteries that power this machine (`/sys/class/power_supply`).
extension MachineTree {
    /// Returns the combined charge of all batteries; `nil` if there is none. The charges are weighted by energy if
    /// every battery reports its energy, otherwise averaged. A battery with an invalid charge is ignored and listed in
    /// `problems`.
    ///
    /// Batteries of peripherals (a mouse, a headset) are ignored. The machine counts as discharging if a battery
    /// reports `Discharging`. If no battery reports a state, it counts as discharging if it has a mains adapter and
    /// none is online.
    func power() -> (battery: MachineReading.Battery?, problems: [String]) {
        let place = sysfs + "/class/power_supply"
        var (cells, problems, adapters): ([Cell], [String], [Bool]) = ([], [], [])
        for name in names(in: place) {
            let path = "\(place)/\(name)"
            switch line(of: path + "/type") {
            case "Battery":
                guard line(of: path + "/scope") != "Device", line(of: path + "/present") != "0" else {
                    continue
                }
                if let cell = cell(at: path) {
                    cells.append(cell)
                } else {
                    let text = line(of: path + "/capacity").map { "reads '\($0.prefix(20))'" } ?? "cannot be read"
                    problems.append("The battery \(name) does not count: \(path)/capacity \(text).")
                }
            case "Mains", "USB": if let isOn = number(of: path + "/online") { adapters.append(isOn != 0) }
            default: break
            }
        }
        guard !cells.isEmpty else { return (nil, problems) }
        let isDischarging =
            cells.contains { $0.status == "Discharging" }
            || (cells.allSatisfy { ["", "Unknown"].contains($0.status) } && !adapters.isEmpty
                && !adapters.contains(true))
        return (.init(charge: Self.charge(of: cells), isDischarging: isDischarging), problems)
    }

    private static func charge(of cells: [Cell]) -> Double {
        let energies = cells.compactMap(\.energy)
        guard energies.count == cells.count, cells.count > 1 else {
            return cells.reduce(0) { $0 + $1.charge } / Double(cells.count)
        }
        return min(1, energies.reduce(0) { $0 + $1.now } / energies.reduce(0) { $0 + $1.full })
    }

    /// Reads the battery in the folder at `path`; returns `nil` if its charge is not a whole number from 0 to 100
    /// (percent).
    private func cell(at path: String) -> Cell? {
        guard let percent = number(of: path + "/capacity"), (0...100).contains(percent) else { return nil }
        let energy = ["energy", "charge"].lazy.compactMap { unit -> (Double, Double)? in
            guard let now = number(of: "\(path)/\(unit)_now"), let full = number(of: "\(path)/\(unit)_full"),
                now >= 0, full > 0
            else { return nil }
            return (Double(now), Double(full))
        }.first
        return Cell(charge: Double(percent) / 100, energy: energy, status: line(of: path + "/status") ?? "")
    }
}
