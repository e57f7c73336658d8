import DualCamPlan

/// Runs one scenario in a world of its own.
package struct Simulation {
    /// What came of a run.
    package struct Result: Sendable {
        package var scenario: Scenario
        package var violations: [Violation]
        package var story: Story
        package var coverage: Coverage
        /// Nanoseconds of the world's time that it took.
        package var length: Int64
        /// The ledgers of the sessions, line by line, and what their files hold; empty where nothing was wrong.
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

    /// Leaves out one fault after the other as long as the same invariant is broken.
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
