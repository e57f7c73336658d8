import DualCamConfig

/// The encoders that the planner may choose from for one output, from the lowest quality to the highest.
struct EncoderLadder {
    /// The value of the output's setting `use` in the pipeline file, such as `auto`, `h264`, `x264` or `balanced`.
    var use: String
    /// The possible encoders of the output in ascending order of quality; at least one. Each encoder needs more CPU
    /// time than the previous one.
    var rungs: [EncoderDecision]
    /// True when the planner can choose among several encoders or presets for the output.
    var isOpen = false
    /// The names of the hardware encoders of the same codec that failed to encode a test frame.
    var silent: [String] = []

    /// Returns the encoders in ascending order of quality, without those that need at least as much CPU time as a
    /// better one.
    static func worthwhile(_ rungs: [EncoderDecision]) -> [EncoderDecision] {
        let best = rungs.enumerated().sorted { left, right in
            let (one, other) = (left.element.quality, right.element.quality)
            return one != other ? one > other : left.offset < right.offset
        }.map(\.element)
        var kept: [EncoderDecision] = []
        for rung in best where kept.last.map({ rung.cost < $0.cost }) ?? true { kept.append(rung) }
        return kept.reversed()
    }
}

/// Chooses the encoders of all outputs. Raises the quality in steps until the estimated load would exceed the limit.
///
/// Each step improves the output with the lowest quality. Outputs of cameras take precedence over the combined picture.
struct EncoderChooser {
    let ladders: [EncoderLadder]
    /// The maximum number of cores that the whole recording may keep busy.
    let allowed: Double
    /// A function that returns the number of cores that the whole recording keeps busy if it uses the given encoders.
    let cores: ([EncoderDecision]) -> Double

    func choose() -> [EncoderDecision] {
        var steps = ladders.map { _ in 0 }
        var free = ladders.indices.filter { ladders[$0].rungs.count > 1 }
        while let lowest = free.min(by: { order($0, steps) < order($1, steps) }) {
            var higher = steps
            higher[lowest] += 1
            let fits = cores(encoders(higher)) <= allowed
            if fits { steps = higher }
            if !fits || steps[lowest] == ladders[lowest].rungs.count - 1 { free.removeAll { $0 == lowest } }
        }
        let chosen = encoders(steps)
        return chosen.indices.map { index in
            var encoder = chosen[index]
            encoder.reason = reason(index, steps, needed: cores(chosen))
            return encoder
        }
    }

    private func encoders(_ steps: [Int]) -> [EncoderDecision] { zip(ladders, steps).map { $0.rungs[$1] } }

    /// Returns the key by which outputs are sorted in ascending order: the encoder's position on its ladder (0 ... 1),
    /// then whether the output is the combined picture, then the output's position in the file.
    private func order(_ index: Int, _ steps: [Int]) -> (Double, Int, Int) {
        let rungs = ladders[index].rungs
        let height = Double(steps[index]) / Double(max(1, rungs.count - 1))
        return (height, rungs[0].output == .combined ? 1 : 0, index)
    }

    private func reason(_ index: Int, _ steps: [Int], needed: Double) -> String? {
        let ladder = ladders[index]
        let silent = ladder.silent.map { "; \($0) did not encode a test frame" }.joined()
        let (rung, step) = (ladder.rungs[steps[index]], steps[index])
        guard ladder.isOpen || !silent.isEmpty else { return nil }
        let chosen = ladder.use == rung.word ? "preset \(rung.job.preset ?? "auto")" : rung.name
        if step == 0, needed > allowed {
            return "\(ladder.use): \(chosen), the least there is; the recording needs \(balance(needed))" + silent
        }
        guard step + 1 < ladder.rungs.count else {
            return "\(ladder.use): \(chosen)" + (ladder.isOpen ? ", the best that keeps up" : "") + silent
        }
        var higher = steps
        higher[index] += 1
        let next = ladder.rungs[step + 1]
        let other = next.word == rung.word ? next.job.preset ?? next.word : next.name
        return "\(ladder.use): \(chosen); \(other) would need \(balance(cores(encoders(higher))))" + silent
    }

    /// Returns a text that compares the number of needed cores with the number of allowed ones: `2.3 of 1.8 cores`.
    private func balance(_ needed: Double) -> String {
        "\(needed.hundredths) of \(allowed.hundredths) cores"
    }
}
