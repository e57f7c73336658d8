import DualCamConfig
import Testing

@testable import DualCamSimulator

/// Checks that simulated runs hold the invariants, are repeatable, and find planted faults.
@Suite struct SimulationTests {
    /// Only a few seeds; `Scripts/test` and `.ci/run` run some hundred more.
    @Test(arguments: [UInt64(1), 21, 41])
    func seedsHold(_ first: UInt64) throws {
        for seed in first..<first + 5 {
            let result = Simulation.run(try Scenario(seed: seed))
            #expect(result.violations == [], "seed \(seed)")
        }
    }

    /// Swift's hash seeds differ from process to process, so the story would differ if anything depended on the order
    /// of a set.
    @Test(arguments: [UInt64(7), 256, 804, 960])
    func aSeedTellsTheSameStoryTwice(_ seed: UInt64) throws {
        let scenario = try Scenario(seed: seed)
        let (first, second) = (Simulation.run(scenario), Simulation.run(scenario))
        #expect(first.story == second.story)
        #expect(first.length == second.length)
    }

    @Test(arguments: [
        PlantedBug.boundaryOffByOne, .finishDeadlineLost, .actionAfterEnd, .wrongDigest, .folderTaken, .gapUntold,
        .folderNotSynced, .signalNotPassed, .lossUnnumbered,
    ])
    func plantedBugsAreFound(_ bug: PlantedBug) throws {
        let found = try (UInt64(1)...60).first { seed in
            !Simulation.run(try Scenario(seed: seed), plant: bug).isGood
        }
        #expect(found != nil, "\(bug.rawValue)")
    }

    /// Independent faults almost never hit the same camera three times in one recording, so some scenarios have to do
    /// that on purpose.
    @Test func someSeedsHitTheSameDeviceAgainAndAgain() throws {
        let loose = try (UInt64(1)...100).filter { seed in
            let faults = try Scenario(seed: seed).faults
            return faults.count > 2 && Set(faults.map(\.subject)).count == 1 && Set(faults.map(\.kind)).count < 4
        }
        #expect(loose.count > 10)
    }

    /// Shrinking a failing scenario removes the faults that do not contribute to the failure.
    @Test func aStoryIsShrunkToTheFewestFaults() throws {
        let all = Simulation.run(try Scenario(seed: 12), plant: .boundaryOffByOne)
        let few = Simulation.shrink(all, plant: .boundaryOffByOne)
        #expect(few.violations.first?.invariant == all.violations.first?.invariant)
        #expect(few.scenario.faults.count <= all.scenario.faults.count)
    }

    @Test func everyFamilyOfFaultsHasItsWord() {
        let families = Set(FaultKind.allCases.map(\.family))
        #expect(families == ["camera", "graph", "disk", "process", "clock", "machine", "people"])
    }

    /// A camera with one frame per minute was lost and returned every four seconds, and its worker was replaced because
    /// no file grew.
    @Test(arguments: [("1/2", 1), ("1/60", 6), ("1/1000", 12)] as [(String, Int64)])
    func hoursOfASlowCameraAreWholeAndQuiet(rate: String, hours: Int64) throws {
        let file = """
            cameras: {back: {device: test, rate: \(rate)}}
            microphone: none
            recording: {directory: /rec, segment: 1d}

            """
        let result = Simulation.run(try Scenario(file: file, end: hours * 3600 * Span.second))
        #expect(result.violations == [] && result.length > hours * 1800 * Span.second)
        let told = result.story.lines.filter { $0.contains("lost") || $0.contains("returned") || $0.contains("killed") }
        #expect(told == [])
    }

    /// A day in which only segments change has to be simulated within a moment.
    @Test func aDayIsSkippedOver() throws {
        let scenario = try Scenario(seed: 1, hours: 24, kinds: [])
        let result = Simulation.run(scenario)
        #expect(result.isGood && result.length > 3600 * Span.second)
    }
}
