import DualCamConfig

/// The CPU time that each kind of work takes on a machine. The values are measured by `dualcam calibrate` or are rough
/// built-in estimates.
///
/// `isMeasured` distinguishes the two, and `margin` is the possible error. Only a measured table contains
/// `diskBytesPerSecond` and `memoryBytesPerSecond`.
package struct CostTable: Sendable, Equatable {
    /// The CPU time that one kind of work takes: the sum of a time per megapixel, per frame, per megabit and per
    /// second.
    package struct Work: Sendable, Equatable, Codable {
        /// The CPU seconds that the work takes per megapixel (for sound: per million samples).
        package var perMegapixel: Double
        /// The CPU seconds that the work takes per frame, independent of the frame's size.
        package var perFrame: Double
        /// The CPU seconds that the work takes per megabit of the encoded stream.
        package var perMegabit: Double
        /// The CPU seconds that the work takes per second of recording, independent of the input.
        package var perSecond: Double

        /// The names of the components in the output and in the file of `dualcam calibrate`.
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

    /// The CPU time of each kind of work, by its name (`WorkName`): `encode x264 veryfast`, `decode mjpeg`,
    /// `compose scaled`.
    package var work: [String: Work]
    /// The possible error of the table's values in both directions, as a fraction (0.5 means 50 %).
    package var margin: Double
    /// True if the table was measured on this machine; false for the built-in table.
    package var isMeasured: Bool
    /// The throughput of 1, 2, 3 ... cores that work at the same time, relative to one core; empty if it was not
    /// measured.
    package var parallel: [Double]
    /// The CPU time for encoding generated pictures (most test patterns, empty areas), relative to that for camera
    /// footage (1 means equal). In the built-in table, it is 1.
    package var drawn = 1.0
    /// The measured speed of synchronous writes to a folder's disk, in bytes per second, by the folder's absolute path.
    package var diskBytesPerSecond: [String: Double]
    /// The speed at which all cores together copy memory, in bytes per second; each byte counts once although it is
    /// read and written. `nil` if not measured.
    package var memoryBytesPerSecond: Double?

    package init(
        work: [String: Work] = [:], margin: Double, isMeasured: Bool, parallel: [Double] = [],
        diskBytesPerSecond: [String: Double] = [:], memoryBytesPerSecond: Double? = nil
    ) {
        (self.work, self.margin, self.isMeasured, self.parallel) = (work, margin, isMeasured, parallel)
        (self.diskBytesPerSecond, self.memoryBytesPerSecond) = (diskBytesPerSecond, memoryBytesPerSecond)
    }

    /// Returns the write speed of a disk in bytes per second, as measured for the nearest folder that contains the
    /// absolute path `path`. Returns `nil` if no such folder was measured.
    package func disk(for path: String) -> Double? {
        let holding = diskBytesPerSecond.keys.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
        return holding.max { $0.utf8.count < $1.utf8.count }.flatMap { diskBytesPerSecond[$0] }
    }

    /// Returns the number of cores that an amount of work keeps busy. Tries the `names` of the work in order, the most
    /// specific first. Work that was not measured is looked up in the built-in table; work that is missing there counts
    /// as 0.
    func cores(_ names: [String], _ amount: WorkAmount) -> Double {
        let known = names.lazy.compactMap { work[$0] }.first ?? names.lazy.compactMap { Self.builtIn.work[$0] }.first
        return known?.cores(amount) ?? 0
    }

    func cores(_ name: String, _ amount: WorkAmount) -> Double { cores([name], amount) }

    /// The built-in cost table. It contains rough values for one core of a server from 2023, with separate values for
    /// each encoder.
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
            // The CPU time in addition to that of the test sound, whose pauses can be encoded quickly.
            WorkName.microphone("device"): Work(perSecond: 0.018), WorkName.microphone("clip"): Work(perSecond: 0.025),
            WorkName.cleaned: Work(perMegapixel: 0.11),
            WorkName.encode(AudioCodec.aac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.opus): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.flac): Work(perSecond: 0.02),
            WorkName.encode(AudioCodec.pcm): Work(perSecond: 0.02),
        ]
        let redrawn: [TestPattern: Double] = [.scene: 0.0009, .smpte: 0.0016, .ball: 0.0065, .snow: 0.01]
        for pattern in TestPattern.allCases {
            work[WorkName.pattern(pattern)] = Work(perMegapixel: redrawn[pattern] ?? 0.0003)
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

    /// Returns the initial table for calibrating a machine: the built-in values, without the encoders that are not
    /// installed.
    package static func measured(on machine: MachineFacts) -> CostTable {
        let lacking = EncoderCatalog.implementations.filter { $0.element(on: machine) == nil }.map(\.word)
        let work = builtIn.work.filter { name, _ in
            !lacking.contains { name == "encode \($0)" || name.hasPrefix("encode \($0) ") }
        }
        var table = CostTable(work: work, margin: 0.25, isMeasured: true)
        // The median of ten encoders and presets, whose values range from 0.15 to 1.1.
        table.drawn = 0.6
        return table
    }

    /// Sets the measured CPU time of writing files, which is the same for every container. Containers hardly differ,
    /// because most of the work is writing the bytes.
    package mutating func addWriting(cpuPerMegabit: Double) {
        for container in Container.allCases { work[WorkName.write(container)] = Work(perMegabit: cpuPerMegabit) }
    }

    /// Corrects the table's values with measurements of four whole recordings. Does nothing if there are not exactly
    /// four.
    ///
    /// The first two recordings differ only in their frame rate, which yields the base load and the CPU time per frame.
    /// The third differs from the first only in its sound, which yields the CPU time of sound. The fourth yields the
    /// machine's speed for all other work. The correction is repeated to reduce the remaining error.
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
        // A factor outside of these limits means that other programs have disturbed the measurement.
        let factor = min(8, max(0.1, (whole.cores - own) / (expected.cores - own)))
        for name in work.keys where ![WorkName.base, WorkName.pass].contains(name) && !Self.sounds.contains(name) {
            work[name] = work[name]?.times(factor)
        }
    }

    /// The factor by which this machine is slower than the built-in table's reference machine. It is applied to work
    /// that was not measured separately.
    private var pace: Double {
        let known = Self.builtIn.cores(WorkName.scale, WorkAmount(megapixels: 1))
        return cores(WorkName.scale, WorkAmount(megapixels: 1)) / known
    }

    private static let sounds = ["test", "device", "clip"].map(WorkName.microphone)

    private func predicted(_ reading: LiveReading) -> CPUCost? { decisions(of: reading).map { CPUCost($0) } }

    /// Returns the number of frames that pass through queues per second, added up over all queues of a measured
    /// recording.
    private func frames(of reading: LiveReading) -> Double { decisions(of: reading).map { CostSum.passes($0) } ?? 0 }

    /// Returns the planner's decisions for a measured recording; `nil` if planning fails, which cannot happen for a
    /// recording that ran.
    private func decisions(of reading: LiveReading) -> PlanDecisions? {
        var inputs = reading.inputs
        inputs.costs = self
        do { return try PlanDecisions(inputs) } catch { return nil }
    }
}

/// The amount of work that must be done per second of recording.
package struct WorkAmount: Sendable, Equatable {
    package var megapixels: Double
    package var frames: Double
    package var megabits: Double

    package init(megapixels: Double = 0, frames: Double = 0, megabits: Double = 0) {
        (self.megapixels, self.frames, self.megabits) = (megapixels, frames, megabits)
    }
}

extension CostTable.Work {
    /// Returns the number of cores that the given amount of this work keeps busy.
    package func cores(_ amount: WorkAmount) -> Double {
        perMegapixel * amount.megapixels + perFrame * amount.frames + perMegabit * amount.megabits + perSecond
    }
}

/// The measured CPU usage of a whole recording, together with the planner inputs of that recording.
package struct LiveReading: Sendable {
    package var inputs: PlannedInputs
    /// The number of cores that all processes of the recording kept busy.
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
