internal import DualCamPlan
internal import Glibc

/// The load that all programs together cause on the CPU and on one disk. Each value is from 0 (idle) to 1 (fully
/// loaded); `nil` if unknown.
package struct MachineStrain: Sendable, Equatable {
    package var processor: Double?
    package var disk: Double?

    package init(processor: Double? = nil, disk: Double? = nil) { (self.processor, self.disk) = (processor, disk) }
}

/// A reader that repeatedly measures the load on the CPU and on one disk. Its calls block.
package struct StrainReader: Sendable {
    /// The average length of a disk's request queue at which the disk counts as fully loaded. A single program that
    /// reads or writes keeps one or two requests in the queue.
    private static let fullQueue = 8.0
    /// The minimum interval between two measurements of the disk. The kernel's counter has a resolution of only one
    /// millisecond, which is too coarse for short intervals.
    private static let shortest = Duration.milliseconds(500)

    private let tree: MachineTree
    /// The major and minor number of the disk, as in `/proc/diskstats`, such as `["259", "1"]`.
    private let device: [Substring]
    private var last: (at: ContinuousClock.Instant, waited: Int64)?
    private var disk: Double?

    /// Creates a reader of the machine's load.
    ///
    /// - Parameters:
    ///   - proc: the path of procfs, or of a tree with the same structure.
    ///   - folder: a folder on the disk to measure.
    package init(proc: String, folder: String) {
        tree = MachineTree(sysfs: "/sys", proc: proc)
        var facts = stat()
        let number = stat(folder, &facts) == 0 ? UInt64(facts.st_dev) : 0
        // The same calculation as in gnu_dev_major and gnu_dev_minor (sys/sysmacros.h).
        let major = (number >> 8) & 0xfff | (number >> 32) & ~0xfff
        device = [Substring("\(major)"), Substring("\(number & 0xff | (number >> 12) & ~0xff)")]
    }

    /// Measures the current load. The CPU load is the kernel's CPU pressure; if that is unavailable, it is the
    /// one-minute load average, where two programs per core mean full load. The disk load is the average length of the
    /// disk's queue since the previous measurement. If the file system is not on a single disk, it is the I/O pressure.
    package mutating func reading(at now: ContinuousClock.Instant = .now) -> MachineStrain {
        if let waited = waited() {
            measure(waited, now)
        } else {
            disk = pressure("io")
        }
        return MachineStrain(processor: pressure("cpu") ?? load, disk: disk)
    }

    private mutating func measure(_ waited: Int64, _ now: ContinuousClock.Instant) {
        let length = last.map { $0.at.duration(to: now) } ?? .zero
        guard last == nil || length >= Self.shortest else { return }
        if let last, waited >= last.waited {
            disk = min(1, Double(waited - last.waited) / 1000 / (length / .seconds(1)) / Self.fullQueue)
        }
        last = (now, waited)
    }

    private func pressure(_ resource: String) -> Double? {
        tree.text(of: "\(tree.proc)/pressure/\(resource)").flatMap(MachineTree.pressureShare)
    }

    private var load: Double? {
        guard let word = tree.line(of: tree.proc + "/loadavg")?.split(separator: " ").first, let load = Double(word),
            load >= 0
        else { return nil }
        return min(1, load / 2 / Double(ProcessorTimes.read(tree).cores))
    }

    /// Returns the total time, in milliseconds, that all requests have spent in the disk's queue (field 14 of
    /// `/proc/diskstats`). Returns `nil` if the disk has no such counter.
    private func waited() -> Int64? {
        guard let text = tree.text(of: tree.proc + "/diskstats") else { return nil }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 14)
            if words.count >= 14, words[..<2].elementsEqual(device) { return Int64(words[13]) }
        }
        return nil
    }
}
