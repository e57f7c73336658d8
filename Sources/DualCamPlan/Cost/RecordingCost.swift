import DualCamConfig

/// The estimated fraction of each of the machine's resources that a recording uses (1 means 100 %). The highest of
/// these fractions is the cost of the recording.
package struct RecordingCost: Sendable, Equatable {
    package enum Resource: String, Sendable, Hashable, CaseIterable { case cpu, memory, disk, usb, hardware }

    /// The estimated load of one branch of the recording's graph (`back.source`, `combined.mixer`, `front.file`).
    package struct Branch: Sendable, Equatable, Encodable {
        package var name: BranchID
        /// The number of cores that the branch keeps busy.
        package var cores: Double
        /// The number of bytes per second that the branch writes; `nil` if it does not write a file.
        package var bytesPerSecond: Int64?
    }

    package var cpu: CPUCost
    /// A text that describes the work on which the recording's CPU usage depends. Recordings with the same text have
    /// the same CPU usage.
    package var work: String
    /// The number of cores that the machine has.
    package var cores: Int
    /// The used fraction of the memory bandwidth (`CostTable.memoryBytesPerSecond`); `nil` if the bandwidth was not
    /// measured.
    package var memory: Double?
    /// The fraction of the disk's write speed that all files together use; `nil` if the disk of `recording.directory`
    /// was not measured.
    package var disk: Double?
    /// The folder whose disk speed is used for `disk`: `recording.directory`.
    package var directory: String
    /// The number of bytes per second that are written to all files of the recording together.
    package var bytesPerSecond: Int64
    package var usb: USBLoad
    /// The used fraction of a graphics chip's encoder sessions; `nil` if no chip with a limited number of sessions is
    /// used.
    package var hardware: Double?
    /// The estimated load of each branch of the recording, in the graph's order. `cpu.base` contains the CPU usage
    /// outside of branches.
    package var branches: [Branch]
    /// The fraction of each resource that the recording may use, from `budget.limit`.
    package var limit: Double
    /// True if a recording that exceeds the limit must be refused, from `budget.enforce`.
    package var isEnforced: Bool
    /// The possible error of the cost table's values in both directions, as a fraction (0.5 means 50 %).
    package var margin: Double
    /// True if the cost table was measured on this machine; false if it is the built-in one.
    package var isMeasured: Bool

    /// Returns the fraction of a resource that the recording uses; `nil` if the fraction is unknown or the resource is
    /// not used.
    package func share(of resource: Resource) -> Double? {
        switch resource {
        case .cpu: cpu.cores / Double(max(1, cores))
        case .memory: memory
        case .disk: disk
        case .usb: usb.share
        case .hardware: hardware
        }
    }

    /// The highest fraction of any resource that the recording uses.
    package var total: Double { share(of: binding) ?? 0 }

    /// The bottleneck: the resource with the highest used fraction.
    package var binding: Resource {
        Resource.allCases.max { (share(of: $0) ?? -1) < (share(of: $1) ?? -1) } ?? .cpu
    }

    /// Returns the fraction of a resource that a recording may use: `budget.limit`, but 1 for resources that are
    /// reserved before use (USB bandwidth and encoder sessions).
    package func limit(of resource: Resource) -> Double {
        switch resource {
        case .cpu, .memory, .disk: limit
        case .usb, .hardware: 1
        }
    }

    /// The resources that the recording uses beyond their limits, in the order of `Resource`.
    package var exceeded: [Resource] { Resource.allCases.filter { (share(of: $0) ?? 0) > limit(of: $0) + 1e-9 } }

    package var fits: Bool { exceeded.isEmpty }

    /// True if the recording fits even if it needs more than estimated, by half of the table's margin. A measured table
    /// needs no such reserve.
    package var fitsSafely: Bool {
        fits && (isMeasured || (share(of: .cpu) ?? 0) * (1 + margin / 2) <= limit(of: .cpu))
    }

    /// The resources whose limit is exceeded even if the estimate is too high by the table's full margin. Values that
    /// were measured for the same work, or are known exactly, have no margin.
    package var impossible: [Resource] {
        exceeded.filter { resource in
            guard resource == .cpu, cpu.seen == nil, let share = share(of: .cpu) else { return true }
            return share * (1 - margin) > limit(of: .cpu)
        }
    }

    /// True if `dualcam run` refuses the recording because it exceeds the budget.
    package var isRefused: Bool { isEnforced && !impossible.isEmpty }

    /// The number of cores to leave to other programs if the machine was not measured. It is limited to a quarter of
    /// all cores.
    private static let others = 0.5

    /// Returns the number of cores that automatically chosen encoders may use: `budget.limit` times the number of
    /// cores.
    ///
    /// With the built-in table, the result is reduced by the cores for other programs and by the full margin. A first
    /// recording then loses no frames on a slower machine.
    static func coresToPlanFor(_ inputs: PlannedInputs) -> Double {
        let (limit, cores) = (inputs.pipeline.budget.limit, Double(max(1, inputs.machine.cores)))
        guard !inputs.costs.isMeasured else { return limit * cores }
        return limit * (cores - min(others, cores / 4)) / (1 + inputs.costs.margin)
    }
}

extension RecordingCost {
    init(_ decisions: PlanDecisions, outputs: [PlanSummary.Output]) {
        let (inputs, pipeline) = (decisions.inputs, decisions.pipeline)
        work = decisions.work
        cpu = CPUCost(decisions).corrected(by: inputs.experience, of: work)
        cores = inputs.machine.cores
        directory = pipeline.recording.directory
        let bytes = outputs.map(\.bytesPerHour).reduce(0, +) / 3600
        bytesPerSecond = bytes
        disk = inputs.costs.disk(for: directory).map { Double(bytes) / max(1, $0) }
        memory = inputs.costs.memoryBytesPerSecond.map { decisions.bytesCopied / max(1, $0) }
        usb = USBLoad(inputs.cameras, inputs.usb)
        hardware = decisions.sessionShare
        (limit, isEnforced) = (pipeline.budget.limit, pipeline.budget.enforce)
        (margin, isMeasured) = (inputs.costs.margin, inputs.costs.isMeasured)
        branches = cpu.parts
        for output in outputs {
            let own = branches.firstIndex { $0.name == .files(output.name) } ?? branches.endIndex
            if own == branches.endIndex { branches.append(Branch(name: .files(output.name), cores: 0)) }
            branches[own].bytesPerSecond = output.bytesPerHour / 3600
        }
    }
}

extension PlanDecisions {
    private static let bytesPerPixel = 1.5

    /// The number of bytes of pictures that are copied in memory per second, in the plan's raw format. As in
    /// `CostTable.memoryBytesPerSecond`, each byte is read once and written once.
    fileprivate var bytesCopied: Double {
        let bytes = { (size: FrameSize, rate: FrameRate) in size.pixelsPerSecond(at: rate) * Self.bytesPerPixel }
        var moved = 0.0
        for camera in cameras where camera.isDecoded && !camera.isAbsent {
            let frames = bytes(camera.size, camera.camera.rate)
            let isConverted = camera.needsScaling || camera.delivery.raw != format
            let own = camera.camera
            let isLooked = own.lookAppliesTo == .both && !(own.look.isNone && own.adjust.isNone)
            let passes = [isConverted, own.rotate != .none, isLooked, own.zoomAppliesTo == .both && own.zoom > 1]
            moved += frames + Double(passes.count { $0 }) * 2 * frames
        }
        if let combined {
            let seen = cameras.filter { $0.isComposed && !$0.isAbsent }
            moved += seen.map { bytes($0.size, combined.rate) }.reduce(0, +) + bytes(combined.size, combined.rate)
        }
        // An encoder reads its picture and a reference picture, and writes the next reference picture.
        for encoder in encoders where encoder.implementation?.isHardware == false {
            moved += 3 * bytes(encoder.job.size, encoder.job.rate)
        }
        return moved / 2
    }

    /// The number of encoder sessions that NVIDIA's consumer cards allow at the same time, since driver 551 (2024).
    /// Chips of other makers have no limit.
    private static let mostSessions = 8.0

    /// The used fraction of a graphics chip's encoder sessions; `nil` if no chip with a limited number of sessions is
    /// used.
    fileprivate var sessionShare: Double? {
        let used = encoders.count { $0.implementation?.isHardware == true && $0.word.hasPrefix("nv-") }
        return used == 0 ? nil : Double(used) / Self.mostSessions
    }
}
