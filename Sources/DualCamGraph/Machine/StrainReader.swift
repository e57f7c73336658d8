internal import DualCamPlan
internal import Glibc

/// The load of the processor and of one disk by all programs together. Shares, 0 ... 1; `nil`: not known.
package struct MachineStrain: Sendable, Equatable {
    package var processor: Double?
    package var disk: Double?

    package init(processor: Double? = nil, disk: Double? = nil) { (self.processor, self.disk) = (processor, disk) }
}

/// Reads how strained the machine is, again and again. Its calls block.
package struct StrainReader: Sendable {
    /// Requests that wait in a disk's queue on average, from which on it counts as wholly taken. One program that reads or writes alone keeps
    /// one or two there.
    private static let fullQueue = 8.0
    /// The queue's counter goes in steps of a millisecond: what lies closer together is no measure.
    private static let shortest = Duration.milliseconds(500)

    private let tree: MachineTree
    /// The device of the disk as `/proc/diskstats` numbers it: `["259", "1"]`.
    private let device: [Substring]
    private var last: (at: ContinuousClock.Instant, waited: Int64)?
    private var disk: Double?

    /// - Parameters:
    ///   - proc: where the kernel tells it: `machine.proc`.
    ///   - folder: is on the disk that is meant.
    package init(proc: String, folder: String) {
        tree = MachineTree(sysfs: "/sys", proc: proc)
        var facts = stat()
        let number = stat(folder, &facts) == 0 ? UInt64(facts.st_dev) : 0
        // As gnu_dev_major and gnu_dev_minor of sys/sysmacros.h have it.
        let major = (number >> 8) & 0xfff | (number >> 32) & ~0xfff
        device = [Substring("\(major)"), Substring("\(number & 0xff | (number >> 12) & ~0xff)")]
    }

    /// The processor: the pressure that the kernel tells of; where it keeps no account of it, the load of the last minute, which is all
    /// from two programs for each core on. The disk: how many requests have waited since the reading before; for a file system that is on
    /// no single disk, the pressure.
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

    /// The milliseconds that requests have waited for the disk, all together (field 14 of `/proc/diskstats`); `nil`: it does not
    /// count them.
    private func waited() -> Int64? {
        guard let text = tree.text(of: tree.proc + "/diskstats") else { return nil }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 14)
            if words.count >= 14, words[..<2].elementsEqual(device) { return Int64(words[13]) }
        }
        return nil
    }
}
