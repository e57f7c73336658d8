import DualCamConfig

/// The costs of pieces of work on a machine: measured by `dualcam calibrate`, or the coarse figures that are built in.
///
/// `isMeasured` says which of the two it is, `margin` how far it can be off. `diskBytesPerSecond` and
/// `memoryBytesPerSecond` are known of a measured table only; `CostTable.disk(for:)` finds the folder that counts.
package struct CostTable: Sendable, Equatable {
    /// CPU time of one piece of work: the sum of four parts.
    package struct Work: Sendable, Equatable, Codable {
        /// CPU seconds per megapixel (of sound: per million samples).
        package var perMegapixel: Double
        /// CPU seconds per frame, whatever its size.
        package var perFrame: Double
        /// CPU seconds per megabit of the encoded stream.
        package var perMegabit: Double
        /// CPU seconds per second, whatever comes.
        package var perSecond: Double

        /// As `dualcam calibrate` prints and keeps them.
        private enum CodingKeys: String, CodingKey {
            case perMegapixel = "megapixel"
            case perFrame = "frame"
            case perMegabit = "megabit"
            case perSecond = "second"
        }

        package init(
            perMegapixel: Double = 0, perFrame: Double = 0, perMegabit: Double = 0, perSecond: Double = 0
        ) {
            (self.perMegapixel, self.perFrame) = (perMegapixel, perFrame)
            (self.perMegabit, self.perSecond) = (perMegabit, perSecond)
        }
    }

    /// Costs by the piece of work (`WorkName`): `encode x264 veryfast`, `decode mjpeg`, `compose scaled`.
    package var work: [String: Work]
    /// The share by which the figures can be wrong either way.
    package var margin: Double
    /// `false`: the built-in table.
    package var isMeasured: Bool
    /// Work done by 1, 2, 3 ... cores at once, as multiples of what one does; empty: not measured.
    package var parallel: [Double]
    /// The cost of encoding a drawn picture (most test pictures, empty places) beside that of a camera's. The built-in table takes
    /// every picture for a camera's.
    package var drawn = 1.0
    /// Bytes a second that a folder's disk takes, written through, by the folder's absolute path.
    package var diskBytesPerSecond: [String: Double]
    /// Bytes a second that all cores together copy in memory: read once and written once.
    package var memoryBytesPerSecond: Double?

    package init(
        work: [String: Work] = [:], margin: Double, isMeasured: Bool, parallel: [Double] = [],
        diskBytesPerSecond: [String: Double] = [:], memoryBytesPerSecond: Double? = nil
    ) {
        (self.work, self.margin, self.isMeasured, self.parallel) = (work, margin, isMeasured, parallel)
        (self.diskBytesPerSecond, self.memoryBytesPerSecond) = (diskBytesPerSecond, memoryBytesPerSecond)
    }

    /// Bytes a second of the measured folder that holds `path` (absolute), the nearest above it; `nil`: none was measured.
    package func disk(for path: String) -> Double? {
        let holding = diskBytesPerSecond.keys.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
        return holding.max { $0.utf8.count < $1.utf8.count }.flatMap { diskBytesPerSecond[$0] }
    }

    /// Cores that so much of the first piece of work in `names` that is known keeps busy. What was not measured is taken
    /// from the built-in table; what stands nowhere costs nothing.
    func cores(_ names: [String], _ amount: WorkAmount) -> Double {
        let known = names.lazy.compactMap { work[$0] }.first ?? names.lazy.compactMap { Self.builtIn.work[$0] }.first
        return known?.cores(amount) ?? 0
    }

    func cores(_ name: String, _ amount: WorkAmount) -> Double { cores([name], amount) }

    /// Coarse figures of one core of a 2023 server (and each encoder's own).
    package static let builtIn = CostTable(work: coarse.merging(encoders) { $1 }, margin: 0.5, isMeasured: false)

    private static let coarse: [String: Work] = {
        var work: [String: Work] = [
            WorkName.convert: Work(perMegapixel: 0.0006), WorkName.scale: Work(perMegapixel: 0.0006),
            WorkName.rotate: Work(perMegapixel: 0.0009), WorkName.turn: Work(perMegapixel: 0.00145),
            WorkName.canvas(.compositor): Work(perMegapixel: 0.0005),
            WorkName.copied(.compositor): Work(perMegapixel: 0.0004),
            WorkName.scaled(.compositor): Work(perMegapixel: 0.0005),
            WorkName.recoloured(.compositor): Work(perMegapixel: 0.002),
            WorkName.canvas(.dualcam): Work(perFrame: 0.00005), WorkName.copied(.dualcam): Work(perMegapixel: 0.0003),
            WorkName.scaled(.dualcam): Work(perMegapixel: 0.0008),
            WorkName.enlarged(.compositor): Work(perMegapixel: 0.0021),
            WorkName.enlarged(.dualcam): Work(perMegapixel: 0.0012),
            WorkName.recoloured(.dualcam): Work(perMegapixel: 0.0004), WorkName.looked: Work(perMegapixel: 0.0022),
            WorkName.overlaid: Work(perMegapixel: 0.0006, perFrame: 0.00001),
            WorkName.decode("mjpeg"): Work(perMegapixel: 0.002), WorkName.decode("h264"): Work(perMegapixel: 0.0063),
            WorkName.decode("other"): Work(perMegapixel: 0.0063),
            // Beyond the test sound's, whose pauses are soon encoded.
            WorkName.microphone("device"): Work(perSecond: 0.018), WorkName.microphone("clip"): Work(perSecond: 0.025),
            WorkName.cleaned: Work(perMegapixel: 0.11),
            WorkName.encode(AudioCodec.aac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.opus): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.flac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.pcm): Work(perSecond: 0.02),
        ]
        let drawnAnew: [TestPattern: Double] = [.scene: 0.0009, .smpte: 0.0016, .ball: 0.0065, .snow: 0.01]
        for pattern in TestPattern.allCases {
            work[WorkName.pattern(pattern)] = Work(perMegapixel: drawnAnew[pattern] ?? 0.0003)
        }
        return work
    }()

    private static let encoders: [String: Work] = {
        var work: [String: Work] = [:]
        for implementation in EncoderCatalog.implementations {
            for (preset, cost) in implementation.cost {
                let name = ["encode", implementation.word] + (preset.isEmpty ? [] : [preset])
                work[name.joined(separator: " ")] = Work(perMegapixel: cost)
            }
        }
        return work
    }()

    /// Returns the built-in table for a machine whose recordings are being measured, with the encoders that it has.
    package static func measured(on machine: MachineFacts) -> CostTable {
        let lacking = EncoderCatalog.implementations.filter { $0.element(on: machine) == nil }.map(\.word)
        let work = builtIn.work.filter { name, _ in
            !lacking.contains { name == "encode \($0)" || name.hasPrefix("encode \($0) ") }
        }
        var table = CostTable(work: work, margin: 0.25, isMeasured: true)
        // The middle of ten encoders and presets, which range from 0.15 to 1.1.
        table.drawn = 0.6
        return table
    }

    /// Takes what writing costs for that of every container: all bytes go to the disk, and little else is done to them.
    package mutating func addWriting(cpuPerMegabit: Double) {
        for container in Container.allCases { work[WorkName.write(container)] = Work(perMegabit: cpuPerMegabit) }
    }

    /// Corrects the figures by whole recordings: two that differ in their rate alone tell what the program takes by itself and
    /// for each frame's way; one that differs from the first in its sound alone what that takes; the last one how fast the
    /// machine is at everything else. What is left over from one another shrinks from round to round.
    package mutating func correct(by readings: [LiveReading]) {
        guard readings.count == 4 else { return }
        for _ in 0..<8 { correctOnce(readings[0], readings[1], heard: readings[2], whole: readings[3]) }
    }

    private mutating func correctOnce(
        _ slow: LiveReading, _ fast: LiveReading, heard: LiveReading, whole: LiveReading
    ) {
        for name in [WorkName.base, WorkName.pass] + Self.sounds { work[name] = Work() }
        let beyond = [slow, fast].map { $0.cores - (predicted($0)?.cores ?? 0) }
        let passes = [slow, fast].map { frames(of: $0) }
        guard passes[1] > passes[0] else { return }
        let perFrame = max(0, (beyond[1] - beyond[0]) / (passes[1] - passes[0]))
        work[WorkName.pass] = Work(perFrame: perFrame)
        work[WorkName.base] = Work(perSecond: max(0, beyond[0] - perFrame * passes[0]))
        let sound = max(0, heard.cores - (predicted(heard)?.cores ?? 0))
        for name in Self.sounds { work[name] = Work(perSecond: sound + pace * Self.builtIn.cores(name, WorkAmount())) }
        guard let expected = predicted(whole) else { return }
        let own = expected.base + sound + perFrame * frames(of: whole)
        guard expected.cores > own else { return }
        // Beyond these, something else was going on.
        let factor = min(8, max(0.1, (whole.cores - own) / (expected.cores - own)))
        for name in work.keys where ![WorkName.base, WorkName.pass].contains(name) && !Self.sounds.contains(name) {
            work[name] = work[name]?.times(factor)
        }
    }

    /// The factor of all figures that were not measured by themselves.
    private var pace: Double {
        let known = Self.builtIn.cores(WorkName.scale, WorkAmount(megapixels: 1))
        return cores(WorkName.scale, WorkAmount(megapixels: 1)) / known
    }

    private static let sounds = ["test", "device", "clip"].map(WorkName.microphone)

    private func predicted(_ reading: LiveReading) -> CPUCost? { decisions(of: reading).map { CPUCost($0) } }

    /// Counts the frames that go their ways in a second.
    private func frames(of reading: LiveReading) -> Double { decisions(of: reading).map { CostSum.passes($0) } ?? 0 }

    /// Decides all of the plan; `nil` where it is refused, which what has been recorded already is not.
    private func decisions(of reading: LiveReading) -> PlanDecisions? {
        var inputs = reading.inputs
        inputs.costs = self
        do { return try PlanDecisions(inputs) } catch { return nil }
    }
}

/// The amount of a piece of work that there is in a second.
package struct WorkAmount: Sendable, Equatable {
    package var megapixels: Double
    package var frames: Double
    package var megabits: Double

    package init(megapixels: Double = 0, frames: Double = 0, megabits: Double = 0) {
        (self.megapixels, self.frames, self.megabits) = (megapixels, frames, megabits)
    }
}

extension CostTable.Work {
    /// Cores that so much work keeps busy.
    package func cores(_ amount: WorkAmount) -> Double {
        perMegapixel * amount.megapixels + perFrame * amount.frames + perMegabit * amount.megabits + perSecond
    }
}

/// The measured cores of a whole recording, with the inputs of its plan.
package struct LiveReading: Sendable {
    package var inputs: PlannedInputs
    /// Cores, of all its processes.
    package var cores: Double

    package init(inputs: PlannedInputs, cores: Double) { (self.inputs, self.cores) = (inputs, cores) }
}

extension CostTable.Work {
    fileprivate func times(_ factor: Double) -> CostTable.Work {
        CostTable.Work(
            perMegapixel: perMegapixel * factor, perFrame: perFrame * factor, perMegabit: perMegabit * factor,
            perSecond: perSecond * factor)
    }
}
