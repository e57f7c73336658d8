import DualCamSimulator

/// Runs seeds, one after the other, and tells the story of the first that fails.
struct SeedRun {
    let options: Options

    init(_ options: Options) { self.options = options }

    /// - Returns: the exit code.
    func run() -> Int32 {
        if options.seed == nil { print("simulate: --first \(options.first)") }
        let clock = ContinuousClock()
        let begin = clock.now
        var (count, length, failed) = (0, Int64(0), [UInt64]())
        var coverage = Coverage()
        for seed in seeds {
            if let seconds = options.seconds, begin.duration(to: clock.now) > .seconds(seconds) { break }
            guard let result = run(seed) else { return 1 }
            count += 1
            length += result.length
            coverage.add(result.coverage)
            guard !result.isGood else { continue }
            failed.append(seed)
            print("seed \(seed): " + (result.violations.first.map { "\($0.invariant.rawValue): \($0.text)" } ?? ""))
            if failed.count == 1 || options.seed != nil { tell(result) }
        }
        let took = begin.duration(to: clock.now)
        let rate = Double(count) / max(took / .seconds(1), 0.001)
        print(
            "simulate: \(count) seeds, \(length / 3_600_000_000_000) h of recording, \(Int(rate)) seeds a second, "
                + "\(failed.count) failed")
        if options.tellsCoverage { print(coverage.text) }
        return failed.isEmpty ? 0 : 1
    }

    private func run(_ seed: UInt64) -> Simulation.Result? {
        do {
            return Simulation.run(try Scenario(seed: seed, hours: options.hours, kinds: options.kinds))
        } catch {
            print("seed \(seed): its pipeline file does not hold: \(error)")
            return nil
        }
    }

    private var seeds: ClosedRange<UInt64> {
        if let seed = options.seed { return seed...seed }
        let count = options.seconds == nil ? UInt64(max(1, options.seeds)) : 1 << 40
        return options.first...(options.first + count - 1)
    }

    private func tell(_ result: Simulation.Result) {
        let shrunk = Simulation.shrink(result)
        print("the story, with \(shrunk.scenario.faults.count) of \(result.scenario.faults.count) faults:")
        print(shrunk.scenario.file)
        for fault in shrunk.scenario.faults { print("  fault: \(fault.text)") }
        for line in shrunk.story.lines { print("  " + line) }
    }
}
