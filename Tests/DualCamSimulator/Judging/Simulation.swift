import DualCamPlan

/// Runs one scenario in a world of its own.
package struct Simulation {
    /// The result of a run.
    package struct Result: Sendable {
        package var scenario: Scenario
        package var violations: [Violation]
        package var story: Story
        package var coverage: Coverage
        /// The length of the run, in nanoseconds of the world's time.
        package var length: Int64
        /// The lines of the sessions' ledgers and the content of their files; empty if no invariant was violated.
        package var ledgers: [String] = []

        package var isGood: Bool { violations.isEmpty }
    }

    package static func run(_ scenario: Scenario, plant: PlantedBug? = nil) -> Result {
        let world = World(scenario, plant: plant)
        world.begin()
        world.run()
        var judge = Judge(world)
        judge.judge()
        return Result(
            scenario: scenario, violations: world.violations, story: world.story, coverage: world.coverage,
            length: world.time, ledgers: world.violations.isEmpty ? [] : judge.ledgers())
    }

    /// Removes faults from a failing scenario one at a time, as long as the same invariant is still violated. Returns
    /// the result of the run with the fewest faults.
    package static func shrink(_ result: Result, plant: PlantedBug? = nil) -> Result {
        guard let invariant = result.violations.first?.invariant else { return result }
        var best = result
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in best.scenario.faults.indices.reversed() {
                var scenario = best.scenario
                scenario.faults.remove(at: index)
                let next = run(scenario, plant: plant)
                guard next.violations.contains(where: { $0.invariant == invariant }) else { continue }
                best = next
                hasChanged = true
            }
        }
        return best
    }
}
