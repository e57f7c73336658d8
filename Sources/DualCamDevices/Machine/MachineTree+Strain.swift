internal import DualCamPlan

/// Functions that read the kernel's indicators of load and heat.
extension MachineTree {
    /// The fractions of the last ten seconds, 0 ... 1, in which programs waited for CPU and for memory. These are the
    /// `some avg10` values of `/proc/pressure`. `nil` if the kernel does not measure pressure.
    var pressure: MachineReading.Pressure? {
        let shares = ["cpu", "memory"].map { text(of: "\(proc)/pressure/\($0)").flatMap(Self.pressureShare) }
        return shares.contains { $0 != nil } ? .init(cpu: shares[0], memory: shares[1]) : nil
    }

    /// Returns the fraction of time, 0 ... 1, from a pressure file's text such as
    /// `some avg10=4.07 avg60=1.91 avg300=0.65 total=333382429`. Returns `nil` for any other text.
    static func pressureShare(_ text: String) -> Double? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
            let word = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
            let percent = Double(word.dropFirst(6)), (0...100).contains(percent)
        else { return nil }
        return percent / 100
    }

    /// The total number of times that the CPU's cores and packages have been throttled because of heat; `nil` if no
    /// core reports this.
    var throttleCount: Int? {
        let place = sysfs + "/devices/system/cpu"
        let cores = names(in: place, prefix: "cpu").filter { Int($0.dropFirst(3)) != nil }
        let counts = cores.flatMap { core in
            ["package", "core"].compactMap { number(of: "\(place)/\(core)/thermal_throttle/\($0)_throttle_count") }
        }
        return counts.isEmpty ? nil : counts.reduce(0, +|)
    }
}
