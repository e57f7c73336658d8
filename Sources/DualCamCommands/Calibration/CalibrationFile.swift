import DualCamPlan
import FoundationEssentials

/// The identity of a machine: figures that were measured on another one are worth nothing.
struct MachineIdentity: Codable, Equatable, Sendable {
    var host: String
    /// The processor's name, as the system gives it.
    var processor: String
    var cores: Int
    /// `GStreamer 1.22.0`
    var gstreamer: String
}

/// The table of costs as `dualcam calibrate` keeps it and prints it.
struct CalibrationFile: Codable, Equatable, Sendable {
    /// The format of this file; a table of another one is measured anew.
    static let currentFormat = 1

    var format = Self.currentFormat
    /// Local time, as `2026-11-21T14:05:03+01:00` or in UTC.
    var date: String
    var machine: MachineIdentity
    /// The share by which the figures can be wrong either way.
    var margin: Double
    /// Throughput of 1, 2 ... cores at once, as multiples of one.
    var parallel: [Double]
    /// Bytes a second, copied by all cores together.
    var memory: Double?
    /// Bytes a second, written through, by folder.
    var disks: [String: Double]
    var work: [String: CostTable.Work]
    /// The cost of encoding a drawn picture beside that of a camera's; older calibrations have none.
    var drawn: Double?
    /// The measurements that failed, in full sentences.
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

/// The reasons why a calibration that is there cannot be used.
enum CalibrationProblem: Error, Equatable {
    case unreadable
    /// Cut, or no calibration at all.
    case damaged
    case format(Int)
    case machine(of: MachineIdentity, here: MachineIdentity)

    /// One sentence and what to do, for people.
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
    /// Reads a file's content. Throws `damaged`, `format` or `machine`.
    init(_ bytes: [UInt8], for machine: MachineIdentity) throws(CalibrationProblem) {
        struct Format: Decodable { var format: Int }
        guard let format = Format(ownJSON: bytes)?.format else { throw .damaged }
        guard format == Self.currentFormat else { throw .format(format) }
        guard let read = Self(ownJSON: bytes), read.isSound else { throw .damaged }
        guard read.machine == machine else { throw .machine(of: read.machine, here: machine) }
        self = read
    }

    /// Costs are at least nothing, and there are some.
    private var isSound: Bool {
        let figures = work.values.flatMap { [$0.perMegapixel, $0.perFrame, $0.perMegabit, $0.perSecond] }
        let speeds = Array(disks.values) + parallel + (memory.map { [$0] } ?? [])
        return !work.isEmpty && (figures + [margin, drawn ?? 1]).allSatisfy { $0.isFinite && $0 >= 0 }
            && speeds.allSatisfy { $0.isFinite && $0 > 0 }
    }
}
