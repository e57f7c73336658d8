import DualCamSimulator

/// Looks for every planted bug, and tells within how many seeds each was found.
struct PlantedRun {
    let options: Options

    init(_ options: Options) { self.options = options }

    /// - Returns: the exit code.
    func run() -> Int32 {
        var missed = 0
        for bug in options.bug.map({ [$0] }) ?? PlantedBug.allCases {
            if let found = find(bug) {
                print("\(bug.rawValue): found in \(found.seeds) seeds: \(found.violation.invariant.rawValue)")
            } else {
                missed += 1
                print("\(bug.rawValue): NOT FOUND in \(options.seeds) seeds")
            }
        }
        print("planted: \(PlantedBug.allCases.count) bugs, \(missed) not found")
        return missed == 0 ? 0 : 1
    }

    private func find(_ bug: PlantedBug) -> (seeds: Int, violation: Violation)? {
        for seed in options.first..<(options.first + UInt64(options.seeds)) {
            guard let scenario = try? Scenario(seed: seed, hours: options.hours, kinds: options.kinds) else { continue }
            let result = Simulation.run(scenario, plant: bug)
            if let violation = result.violations.first { return (Int(seed - options.first) + 1, violation) }
        }
        return nil
    }
}
