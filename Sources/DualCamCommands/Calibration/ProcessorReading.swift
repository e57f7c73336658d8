import Glibc

/// The counters of a machine's processor at one instant. Two readings show how much other programs used in between,
/// which makes our own work more expensive.
struct ProcessorReading: Sendable, Equatable {
    /// All cores together.
    struct Machine: Sendable, Equatable {
        var cores: Int
        /// Seconds in which a core had nothing to do, or nothing but to wait for a disk.
        var idle: Double
    }

    /// The time on any clock that does not jump.
    var at: Duration
    /// Seconds of processor time of the processes that are measured.
    var own: Double
    /// `nil` where the system does not tell.
    var machine: Machine?

    /// Returns the share of the machine that other programs have kept busy since an earlier reading; `nil` where it is not known.
    func others(since earlier: ProcessorReading) -> Double? {
        guard let machine, let old = earlier.machine, machine.cores == old.cores, at > earlier.at else { return nil }
        let whole = (at - earlier.at) / .seconds(1) * Double(machine.cores)
        return min(1, max(0, (whole - (machine.idle - old.idle) - (own - earlier.own)) / whole))
    }
}

extension ProcessorReading.Machine {
    /// Reads the columns `idle` and `iowait` of `/proc/stat`. The kernel measures them from each beginning to each end
    /// (`get_cpu_idle_time_us`, where `CONFIG_NO_HZ_COMMON` is set, as everywhere). The busy columns are samples, taken
    /// at ticks with which a recording's frames keep step.
    static func read(_ files: any FileView) -> ProcessorReading.Machine? {
        files.bytes(of: "/proc/stat", limit: 262_144).flatMap { .init(String(decoding: $0, as: UTF8.self)) }
    }

    init?(_ text: String) {
        let lines = text.split(separator: "\n").prefix { $0.hasPrefix("cpu") }.map { $0.split(separator: " ") }
        guard let sum = lines.first, sum.first == "cpu", sum.count > 5, lines.count > 1, let idle = Double(sum[4]),
            let waiting = Double(sum[5])
        else { return nil }
        self.init(cores: lines.count - 1, idle: (idle + waiting) / Double(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    }
}
