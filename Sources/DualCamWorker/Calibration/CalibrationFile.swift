import DualCamPlan
import FoundationEssentials

/// The properties that identify a machine. A calibration is used only on the machine on which it was made.
package struct MachineIdentity: Codable, Equatable, Sendable {
    /// The machine's host name.
    package var host: String
    /// The name of the machine's processor, as reported by the system.
    var processor: String
    var cores: Int
    /// The version of GStreamer on the machine, such as `GStreamer 1.22.0`.
    var gstreamer: String
}

/// A machine's table of measured recording costs, as `dualcam calibrate` stores and prints it.
package struct CalibrationFile: Codable, Equatable, Sendable {
    /// The current format version of calibration files. A file in another format is not used; the calibration must be
    /// repeated.
    static let currentFormat = 1

    var format = Self.currentFormat
    /// The time of the calibration in ISO 8601, such as `2026-11-21T14:05:03+01:00`, or in UTC.
    var date: String
    /// The machine on which the calibration was made.
    package var machine: MachineIdentity
    /// The margin of error of cost estimates made with this table, upwards and downwards (0.2 means 20 %).
    var margin: Double
    /// The total throughput of 1, 2 ... cores working in parallel, as a multiple of the throughput of one core.
    var parallel: [Double]
    /// The number of bytes per second that all cores together can copy in memory; `nil` if it was not measured.
    var memory: Double?
    /// The number of bytes per second that can be written and synchronised to a disk, by the path of a folder on that
    /// disk.
    var disks: [String: Double]
    var work: [String: CostTable.Work]
    /// The cost of encoding a drawn picture (a test picture or an empty area), as a multiple of the cost of camera
    /// footage. `nil` in older calibrations, which means 1.
    var drawn: Double?
    /// Notes about the calibration, in full sentences.
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
    /// The calibration file is truncated, or is not a calibration file.
    case damaged
    case format(Int)
    case machine(of: MachineIdentity, here: MachineIdentity)

    /// Returns a description of the problem, with advice, as text for the user.
    func text(_ path: String) -> String {
        let what =
            switch self {
            case .unreadable: "cannot be read"
            case .damaged: "is cut or damaged"
            case .format(let number): "has format \(number), from another version of dualcam"
            case .machine(let theirs, let here): Self.difference(theirs, here)
            }
        return "the calibration \(path) \(what); the coarse built-in figures are used. Run 'dualcam calibrate'."
    }

    private static func difference(_ theirs: MachineIdentity, _ here: MachineIdentity) -> String {
        if theirs.host != here.host { return "was made on the host '\(theirs.host)', but this is '\(here.host)'" }
        if theirs.processor != here.processor {
            return "was made on the processor '\(theirs.processor)', but this machine has '\(here.processor)'"
        }
        if theirs.cores != here.cores { return "was made on \(theirs.cores) cores, but this machine has \(here.cores)" }
        return "was made with \(theirs.gstreamer), but this machine has \(here.gstreamer)"
    }
}

extension CalibrationFile {
    /// Decodes the content of a calibration file. Throws `damaged`, `format` or `machine` if the calibration cannot be
    /// used.
    init(_ bytes: [UInt8], for machine: MachineIdentity) throws(CalibrationProblem) {
        struct Format: Decodable { var format: Int }
        guard let format = Format(ownJSON: bytes)?.format else { throw .damaged }
        guard format == Self.currentFormat else { throw .format(format) }
        guard let read = Self(ownJSON: bytes), read.isSound else { throw .damaged }
        guard read.machine == machine else { throw .machine(of: read.machine, here: machine) }
        self = read
    }

    /// True if all cost values of the calibration are present, finite and not negative, and all speeds are positive.
    private var isSound: Bool {
        let figures = work.values.flatMap { [$0.perMegapixel, $0.perFrame, $0.perMegabit, $0.perSecond] }
        let speeds = Array(disks.values) + parallel + (memory.map { [$0] } ?? [])
        return !work.isEmpty && (figures + [margin, drawn ?? 1]).allSatisfy { $0.isFinite && $0 >= 0 }
            && speeds.allSatisfy { $0.isFinite && $0 > 0 }
    }
}
