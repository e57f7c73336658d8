import DualCamPlan
package import DualCamProcess
package import DualCamSupervisorPolicy

/// Reads the kernel's values about processes, memory and temperatures from files below `machine.proc` and
/// `machine.sysfs`.
package struct ProcessFacts: Sendable {
    var proc: String
    var sysfs: String
    var files: any FileView = DiskView()

    /// Creates a reader of the kernel's values.
    ///
    /// - Parameters:
    ///   - proc: The folder of the proc file system, usually `/proc`.
    ///   - sysfs: The folder of the sysfs file system, usually `/sys`.
    package init(proc: String, sysfs: String, files: any FileView = DiskView()) {
        (self.proc, self.sysfs, self.files) = (proc, sysfs, files)
    }

    /// Returns the resident memory of a process (VmRSS) in bytes; `nil` if unknown.
    package func memory(of pid: Int32) -> Int64? { kilobytes("VmRSS", in: "\(proc)/\(pid)/status") }

    /// The number of bytes that the current process has read so far, from the disk or the page cache (`rchar` in
    /// proc(5)); `nil` if unknown.
    package var bytesRead: Int64? {
        let line = text(of: "\(proc)/self/io")?.split(separator: "\n").first { $0.hasPrefix("rchar:") }
        return line?.split(separator: " ").last.flatMap { Int64($0) }
    }

    /// Returns a number that grows while a process makes progress. It is the sum of the CPU time in clock ticks and the
    /// bytes read and written. `nil` if unknown.
    package func work(of pid: Int32) -> Int64? {
        guard let stat = text(of: "\(proc)/\(pid)/stat"), let end = stat.lastIndex(of: ")") else { return nil }
        // utime and stime are the 12th and 13th fields after the process's name (proc(5)).
        let times = stat[end...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Int64($0) }
        let moved = (text(of: "\(proc)/\(pid)/io") ?? "").split(separator: "\n").prefix(2).compactMap {
            $0.split(separator: " ").last.flatMap { Int64($0) }
        }
        return (times + moved).reduce(0) { $0 +| $1 }
    }

    /// The machine's total memory (MemTotal) in bytes; `nil` if unknown.
    package var totalMemory: Int64? { kilobytes("MemTotal", in: "\(proc)/meminfo") }

    /// The temperatures of the machine's thermal zones, sorted by zone. Zones that report no temperature are left out.
    package var temperatures: [MetricsReading.Temperature] {
        let folder = sysfs + "/class/thermal"
        return files.names(in: folder).filter { $0.hasPrefix("thermal_zone") }.sorted().compactMap { zone in
            guard let text = line(of: "\(folder)/\(zone)/temp"), let thousandths = Int(text),
                (-273_150...1_000_000).contains(thousandths)
            else { return nil }
            return .init(
                zone: zone, type: line(of: "\(folder)/\(zone)/type") ?? "", celsius: Double(thousandths) / 1000)
        }
    }

    private func kilobytes(_ key: String, in path: String) -> Int64? {
        guard let line = text(of: path)?.split(separator: "\n").first(where: { $0.hasPrefix(key + ":") }) else {
            return nil
        }
        return line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int64($0) }.flatMap {
            (0...1 << 43).contains($0) ? $0 * 1024 : nil
        }
    }

    private func line(of path: String) -> String? {
        text(of: path).map { $0.split(separator: "\n").first.map(String.init) ?? "" }
    }

    private func text(of path: String) -> String? {
        files.bytes(of: path, limit: 1 << 16).map { String(decoding: $0, as: UTF8.self) }
    }
}
