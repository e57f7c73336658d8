internal import DualCamPlan
internal import Glibc

/// CPU time of this process and of the whole machine.
struct ProcessorTimes: Sendable, Equatable {
    /// The time of this process, user and system; `nil` only where even its own clock cannot be read.
    var process: Duration?
    /// The time of all cores, spent on anything since the machine started.
    var busy: Duration?
    /// On-line cores.
    var cores: Int
    var problems: [String] = []

    /// Below the real `/proc` the process's own clock (`CLOCK_PROCESS_CPUTIME_ID`) serves: `/proc/self/stat` tells the same,
    /// but only to the hundredth of a second. Another root may bring a `self/stat`; where it has none, the clock serves, too:
    /// what a process has used does not depend on whose tree it reads.
    static func read(_ tree: MachineTree) -> ProcessorTimes {
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

    /// `utime` and `stime` of `/proc/PID/stat` (proc(5), fields 14 and 15); the name in field 2 may hold spaces and brackets.
    static func processTime(_ text: String) -> Duration? {
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split { $0 == " " || $0 == "\n" }
        guard fields.count > 12, let user = ticks(fields[11]), let system = ticks(fields[12]) else { return nil }
        return time(user + system)
    }

    /// The line `cpu` of `/proc/stat` without `idle`, `iowait` and, as `user` and `nice` hold them already, `guest` and
    /// `guest_nice`. What a hypervisor took (`steal`) is busy for us.
    static func busyTime(_ text: String) -> Duration? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
        let fields = line.split(separator: " ").dropFirst().prefix(16).map(ticks)
        guard fields.count >= 4, !fields.contains(nil) else { return nil }
        let busy = fields.enumerated().filter { ![3, 4, 8, 9].contains($0.offset) }.compactMap(\.element)
        return time(busy.reduce(0, +))
    }

    /// The lines `cpuN` of `/proc/stat`: one for each core that is on-line.
    static func cores(_ text: String) -> Int? {
        let count = text.split(separator: "\n").count { $0.hasPrefix("cpu") && !$0.hasPrefix("cpu ") }
        return count > 0 ? count : nil
    }

    /// Reads ticks as the kernel counts them; `nil` for no number, and for what no machine can have counted.
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
