internal import DualCamPlan
internal import Glibc

/// The CPU time that this process and the whole machine have used so far.
package struct ProcessorTimes: Sendable, Equatable {
    /// The user and system time of this process; `nil` only if even the process's CPU clock cannot be read.
    package var process: Duration?
    /// The total busy time of all cores since the machine started; `nil` if unknown.
    package var busy: Duration?
    /// The number of this machine's online cores.
    package var cores: Int
    var problems: [String] = []

    /// Reads the CPU times of this process and the machine. With the real `/proc`, the process's time comes from its
    /// CPU clock (`CLOCK_PROCESS_CPUTIME_ID`), because `/proc/self/stat` has a resolution of only 10 ms. With another
    /// tree, `self/stat` is used if it exists; otherwise the clock is used.
    package static func read(_ tree: MachineTree) -> ProcessorTimes {
        let machine = tree.text(of: tree.proc + "/stat")
        var times = ProcessorTimes(
            process: ownClock, busy: machine.flatMap(busyTime), cores: machine.flatMap(cores) ?? coresOnline)
        if times.busy == nil {
            times.problems.append(
                "\(tree.proc)/stat does not tell the CPU time of the machine: what other programs use is not known.")
        }
        guard tree.proc != "/proc" else { return times }
        if let own = tree.text(of: tree.proc + "/self/stat").flatMap(processTime) {
            times.process = own
        } else {
            times.problems.append(
                "\(tree.proc)/self/stat does not tell the CPU time of this process: its own clock is read instead.")
        }
        return times
    }

    /// Returns a process's CPU time from the text of `/proc/PID/stat`: `utime` plus `stime` (proc(5), fields 14 and
    /// 15). The name in field 2 may contain spaces and brackets. Returns `nil` for invalid text.
    static func processTime(_ text: String) -> Duration? {
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split { $0 == " " || $0 == "\n" }
        guard fields.count > 12, let user = ticks(fields[11]), let system = ticks(fields[12]) else { return nil }
        return time(user + system)
    }

    /// Returns the total busy time of all cores from the line `cpu` in the text of `/proc/stat`. Excludes `idle` and
    /// `iowait`. Also excludes `guest` and `guest_nice`, because `user` and `nice` already include them. Time taken by
    /// a hypervisor (`steal`) counts as busy.
    static func busyTime(_ text: String) -> Duration? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
        let fields = line.split(separator: " ").dropFirst().prefix(16).map(ticks)
        guard fields.count >= 4, !fields.contains(nil) else { return nil }
        let busy = fields.enumerated().filter { ![3, 4, 8, 9].contains($0.offset) }.compactMap(\.element)
        return time(busy.reduce(0, +))
    }

    /// Returns the number of online cores, which is the number of lines `cpuN` in the text of `/proc/stat`; `nil` if
    /// there are none.
    package static func cores(_ text: String) -> Int? {
        let count = text.split(separator: "\n").count { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") }
        return count > 0 ? count : nil
    }

    /// Parses a number of kernel clock ticks; returns `nil` if the text is not a number from 0 to 2^53.
    private static func ticks(_ text: Substring) -> Int64? {
        Int64(text).flatMap { (0...1 << 53).contains($0) ? $0 : nil }
    }

    private static func time(_ ticks: Int64) -> Duration {
        .nanoseconds(ticks *| (1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))))
    }

    private static var coresOnline: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    private static var ownClock: Duration? {
        var now = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 else { return nil }
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
