import DualCamProcess
import Glibc

/// The CPU counters of the machine and of the measured processes at one instant. Two readings show how much CPU other
/// programs used in between. While other programs use the CPU, the measured processes need more CPU time for the same
/// work.
struct ProcessorReading: Sendable, Equatable {
    /// The CPU counters of all cores of the machine together.
    struct Machine: Sendable, Equatable {
        var cores: Int
        /// The number of seconds in which cores were idle or waiting for a disk, summed over all cores.
        var idle: Double
    }

    /// The time of the reading on a monotonic clock; only differences between readings matter.
    var at: Duration
    /// The CPU time that the measured processes have used so far, in seconds.
    var own: Double
    /// The CPU counters of the machine; `nil` if the system does not report them.
    var machine: Machine?

    /// Returns the fraction of the machine's CPU that other programs have used since an earlier reading, from 0 to 1;
    /// `nil` if unknown.
    func others(since earlier: ProcessorReading) -> Double? {
        guard let machine, let old = earlier.machine, machine.cores == old.cores, at > earlier.at else { return nil }
        let whole = (at - earlier.at) / .seconds(1) * Double(machine.cores)
        return min(1, max(0, (whole - (machine.idle - old.idle) - (own - earlier.own)) / whole))
    }
}

extension ProcessorReading.Machine {
    /// Reads the columns `idle` and `iowait` of `/proc/stat`, which the kernel measures exactly
    /// (`get_cpu_idle_time_us`, if `CONFIG_NO_HZ_COMMON` is set, which is usual). It samples the busy columns only at
    /// ticks, which may coincide with a recording's frames.
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
