import DualCamPlan
import DualCamSimulator

/// Looks for every planted fault, in the program and in the simulated layers, and reports after how many seeds each was
/// found.
struct PlantedRun {
    private struct Row {
        var name: String
        /// The place of the fault, for the report: `the program` or `the simulated world`.
        var place: String
        var plant: PlantedBug?
    }

    let options: Options

    init(_ options: Options) { self.options = options }

    private var rows: [Row] {
        let all =
            Self.faults.map { Row(name: $0, place: "the program") }
            + PlantedBug.allCases.map { Row(name: $0.rawValue, place: "the simulated world", plant: $0) }
        return options.bugs.isEmpty ? all : all.filter { options.bugs.contains($0.name) }
    }

    /// The names of the faults that this build of the program contains.
    private static var faults: [String] {
        #if MUTANTS
            PlantedFaults.names
        #else
            []
        #endif
    }

    /// Prints the names of the faults that are planted in the program, one per line.
    static func list() { for name in faults { print(name) } }

    /// Looks for the planted faults, one after the other, and prints the result for each.
    ///
    /// - Returns: The exit code: 0 if every fault was found, otherwise 1.
    func run() -> Int32 {
        var missed = 0
        for row in rows {
            let found = find(row)
            missed += found == nil ? 1 : 0
            let result =
                found.map { "found in \($0.seeds) seeds: \($0.violation.invariant.rawValue)" }
                ?? "NOT FOUND in \(options.seeds) seeds"
            print("\(row.name) (\(row.place)): \(result)")
        }
        print("planted: \(rows.count) faults, \(missed) not found")
        return missed == 0 ? 0 : 1
    }

    private func find(_ row: Row) -> (seeds: Int, violation: Violation)? {
        #if MUTANTS
            guard let active = PlantedFaults.Active(row.plant == nil ? row.name : nil) else { return nil }
            PlantedFaults.active = active
        #endif
        for seed in options.first..<(options.first + UInt64(options.seeds)) {
            guard let scenario = try? Scenario(seed: seed, hours: options.hours, kinds: options.kinds) else { continue }
            let result = Simulation.run(scenario, plant: row.plant)
            if let violation = result.violations.first { return (Int(seed - options.first) + 1, violation) }
        }
        return nil
    }
}
