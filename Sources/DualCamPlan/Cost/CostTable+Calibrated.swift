import DualCamConfig

/// The measured cores of a whole recording, with the inputs of its plan.
package struct LiveReading: Sendable {
    package var inputs: PlannedInputs
    /// Cores, of all its processes.
    package var cores: Double

    package init(inputs: PlannedInputs, cores: Double) { (self.inputs, self.cores) = (inputs, cores) }
}

extension CostTable {
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

extension CostTable.Work {
    fileprivate func times(_ factor: Double) -> CostTable.Work {
        CostTable.Work(
            perMegapixel: perMegapixel * factor, perFrame: perFrame * factor, perMegabit: perMegabit * factor,
            perSecond: perSecond * factor)
    }
}
