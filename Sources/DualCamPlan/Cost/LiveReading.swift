import DualCamConfig

/// The measured cores of a whole recording, with the inputs of its plan.
package struct LiveReading: Sendable {
    package var inputs: PlannedInputs
    /// Cores, of all its processes.
    package var cores: Double

    package init(inputs: PlannedInputs, cores: Double) { (self.inputs, self.cores) = (inputs, cores) }
}

extension CostTable {
    /// Takes what writing costs for that of every container: all bytes go to the disk, and little else is done to them.
    package mutating func addWriting(cpuPerMegabit: Double) {
        for container in Container.allCases { work[WorkName.write(container)] = Work(perMegabit: cpuPerMegabit) }
    }

    /// Corrects the figures by whole recordings: two that differ in their rate alone tell what the program takes by itself and
    /// for each frame's way; one that differs from the first in its sound alone what that takes; the last one how much
    /// dearer all work is beside other threads and at the clock's pace.
    package mutating func correct(by readings: [LiveReading]) {
        guard readings.count == 4 else { return }
        let (slow, fast, heard, whole) = (readings[0], readings[1], readings[2], readings[3])
        let beyond = [slow, fast].map { $0.cores - (predicted($0)?.cores ?? 0) }
        let passes = [slow, fast].map { frames(of: $0) }
        guard passes[1] > passes[0] else { return }
        let perFrame = max(0, (beyond[1] - beyond[0]) / (passes[1] - passes[0]))
        work[WorkName.pass] = Work(perFrame: perFrame)
        work[WorkName.base] = Work(perSecond: max(0, beyond[0] - perFrame * passes[0]))
        let sound = max(0, heard.cores - (predicted(heard)?.cores ?? 0))
        for kind in ["test", "device", "clip"] { work[WorkName.microphone(kind)] = Work(perSecond: sound) }
        guard let expected = predicted(whole), expected.cores > expected.base else { return }
        let ratio = (whole.cores - expected.base) / (expected.cores - expected.base)
        // Beyond these, something else was going on.
        let factor = min(1.6, max(0.9, ratio))
        for name in work.keys where name != WorkName.base { work[name] = work[name]?.times(factor) }
    }

    private func predicted(_ reading: LiveReading) -> CPUCost? {
        var inputs = reading.inputs
        inputs.costs = self
        return inputs.decisions.map { CPUCost($0) }
    }

    /// Counts the frames that go their ways in a second.
    private func frames(of reading: LiveReading) -> Double {
        reading.inputs.decisions.map { CostSum.passes($0) } ?? 0
    }
}

extension PlannedInputs {
    /// Decides all of the plan; `nil` where it is refused, which what has been recorded already is not.
    fileprivate var decisions: PlanDecisions? {
        do { return try PlanDecisions(self) } catch { return nil }
    }
}

extension CalibrationPlan {
    /// The trial that is run side by side with itself: an encoder that most recordings use.
    package var parallelTrial: CalibrationTrial? {
        trials.first { $0.sources == [.camera] && $0.name.hasPrefix("encode ") && $0.size == Self.large }
    }
}
