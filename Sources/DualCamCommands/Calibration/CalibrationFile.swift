import DualCamPlan
import FoundationEssentials

/// The identity of a machine. Figures measured on a different machine are not used.
struct MachineIdentity: Codable, Equatable, Sendable {
    var host: String
    /// The processor's name as reported by the system.
    var processor: String
    var cores: Int
    /// The version, such as `GStreamer 1.22.0`.
    var gstreamer: String
}

/// The table of costs, as `dualcam calibrate` stores and prints it.
struct CalibrationFile: Codable, Equatable, Sendable {
    /// The format of this file. A table in another format is not used and must be measured again.
    static let currentFormat = 1

    var format = Self.currentFormat
    /// The time of the measurement in ISO 8601, such as `2026-11-21T14:05:03+01:00`, or in UTC.
    var date: String
    var machine: MachineIdentity
    /// The relative error of the figures in both directions.
    var margin: Double
    /// The throughput of 1, 2 ... cores in parallel, as a multiple of one core's.
    var parallel: [Double]
    /// The bytes per second that all cores together can copy.
    var memory: Double?
    /// The bytes per second that can be written and synchronised, by folder.
    var disks: [String: Double]
    var work: [String: CostTable.Work]
    /// The cost of encoding a rendered picture relative to a camera's; `nil` in older calibrations.
    var drawn: Double?
    /// The remarks about the measurement, in full sentences.
    var notes: [String]

    init(_ table: CostTable, of machine: MachineIdentity, date: String, notes: [String] = []) {
        (self.machine, self.date, self.notes) = (machine, date, notes)
        (margin, parallel, memory) = (table.margin, table.parallel, table.memoryBytesPerSecond)
        (disks, work, drawn) = (table.diskBytesPerSecond, table.work, table.drawn)
    }

    var table: CostTable {
        var table = CostTable(
            work: work, margin: margin, isMeasured: true, parallel: parallel, diskBytesPerSecond: disks,
            memoryBytesPerSecond: memory)
        table.drawn = drawn ?? 1
        return table
    }
}

/// The reasons why an existing calibration cannot be used.
enum CalibrationProblem: Error, Equatable {
    case unreadable
    /// The file is truncated, or not a calibration.
    case damaged
    case format(Int)
    case machine(of: MachineIdentity, here: MachineIdentity)

    /// Returns the problem and advice for people.
    func text(_ path: String) -> String {
        let what =
            switch self {
            case .unreadable: "cannot be read"
            case .damaged: "is cut or damaged"
            case .format(let number): "has the format \(number) of another dualcam"
            case .machine(let theirs, let here): Self.difference(theirs, here)
            }
        return "the calibration \(path) \(what); the coarse built-in figures are used. Run 'dualcam calibrate'."
    }

    private static func difference(_ theirs: MachineIdentity, _ here: MachineIdentity) -> String {
        if theirs.host != here.host { return "is of the host '\(theirs.host)', and this is '\(here.host)'" }
        if theirs.processor != here.processor {
            return "is of the processor '\(theirs.processor)', and this machine has '\(here.processor)'"
        }
        if theirs.cores != here.cores { return "is of \(theirs.cores) cores, and this machine has \(here.cores)" }
        return "is of \(theirs.gstreamer), and this machine has \(here.gstreamer)"
    }
}

extension CalibrationFile {
    /// Decodes a file's content. Throws `damaged`, `format` or `machine`.
    init(_ bytes: [UInt8], for machine: MachineIdentity) throws(CalibrationProblem) {
        struct Format: Decodable { var format: Int }
        guard let format = Format(ownJSON: bytes)?.format else { throw .damaged }
        guard format == Self.currentFormat else { throw .format(format) }
        guard let read = Self(ownJSON: bytes), read.isSound else { throw .damaged }
        guard read.machine == machine else { throw .machine(of: read.machine, here: machine) }
        self = read
    }

    /// True when all costs are present, finite and not negative, and all speeds are positive.
    private var isSound: Bool {
        let figures = work.values.flatMap { [$0.perMegapixel, $0.perFrame, $0.perMegabit, $0.perSecond] }
        let speeds = Array(disks.values) + parallel + (memory.map { [$0] } ?? [])
        return !work.isEmpty && (figures + [margin, drawn ?? 1]).allSatisfy { $0.isFinite && $0 >= 0 }
            && speeds.allSatisfy { $0.isFinite && $0 > 0 }
    }
}
