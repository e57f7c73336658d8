import DualCamPlan

/// `.cost` of `plan --json`. Shares are of what this machine has: 1 is all of it.
struct CostReport: Encodable, Equatable {
    struct CPU: Encodable, Equatable {
        /// Cores the recording will keep busy: the sum of the four below.
        var cores: Double
        var share: Double
        var decoding: Double
        var composing: Double
        var encoding: Double
        /// Sound, files, and what belongs to nothing else.
        var other: Double
        /// Cores by the table of single pieces of work.
        var byTable: Double
        /// Recordings of this kind that `cores` was taken from instead; `nil`: there were none.
        var seen: Seen?
    }

    struct Seen: Encodable, Equatable {
        var seconds: Double
        var date: String
    }

    /// The highest share.
    var total: Double
    /// The resource that is the bottleneck: `cpu`, `memory`, `disk`, `usb` or `hardware`.
    var binding: String
    /// `budget.limit`
    var limit: Double
    var fits: Bool
    /// True when `run` refuses it.
    var refused: Bool
    /// `false`: by the built-in table.
    var measured: Bool
    /// The share by which the figures of the table can be wrong either way.
    var margin: Double
    var cpu: CPU
    /// `nil`: not measured, or not used.
    var memory: Double?
    var disk: Double?
    var usb: Double?
    var hardware: Double?
    var branches: [RecordingCost.Branch]
}

extension CostReport {
    init(_ cost: RecordingCost) {
        (total, binding, limit, fits) = (cost.total, cost.binding.rawValue, cost.limit, cost.fits)
        (refused, measured, margin) = (cost.isRefused, cost.isMeasured, cost.margin)
        cpu = CPU(
            cores: cost.cpu.cores, share: cost.share(of: .cpu) ?? 0, decoding: cost.cpu.decoding,
            composing: cost.cpu.composing, encoding: cost.cpu.encoding, other: cost.cpu.other,
            byTable: cost.cpu.byTable,
            seen: cost.cpu.seen.map { Seen(seconds: $0.seconds, date: $0.date) })
        (memory, disk, usb, hardware) = (cost.memory, cost.disk, cost.usb.share, cost.hardware)
        branches = cost.branches
    }
}
