import DualCamSimulator
import Synchronization

/// Runs the scenarios of many seeds in parallel and prints the story of the first one that fails.
final class SeedRun: Sendable {
    /// The results so far.
    private struct Tally {
        /// The seed of the next run.
        var next: UInt64
        var count = 0
        var length: Int64 = 0
        var failed: [UInt64] = []
        /// True if a scenario had an invalid pipeline file.
        var isBroken = false
        var coverage = Coverage()
    }

    private let options: Options
    private let last: UInt64
    private let tally: Mutex<Tally>
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant

    init(_ options: Options) {
        self.options = options
        let first = options.seed ?? options.first
        let count = options.seed != nil ? 1 : options.seconds == nil ? UInt64(max(1, options.seeds)) : 1 << 40
        last = first + count - 1
        tally = Mutex(Tally(next: first))
        begin = clock.now
    }

    /// Runs all seeds and prints a summary.
    ///
    /// - Returns: The exit code: 0 if no seed failed, otherwise 1.
    func run() async -> Int32 {
        if options.seed == nil { print("simulate: --first \(options.first)") }
        await withDiscardingTaskGroup { group in
            for _ in 0..<options.jobs { group.addTask { self.work() } }
        }
        let took = begin.duration(to: clock.now)
        return tally.withLock { tally in
            let rate = Double(tally.count) / max(took / .seconds(1), 0.001)
            print(
                "simulate: \(tally.count) seeds, \(tally.length / 3_600_000_000_000) h of recording, "
                    + "\(Int(rate)) seeds a second, \(tally.failed.count) failed")
            if options.tellsCoverage { print(tally.coverage.text) }
            return tally.failed.isEmpty && !tally.isBroken ? 0 : 1
        }
    }

    /// Runs one world after the other until no seed is left.
    private func work() {
        var coverage = Coverage()
        while let seed = take() {
            do {
                let result = Simulation.run(try Scenario(seed: seed, hours: options.hours, kinds: options.kinds))
                coverage.add(result.coverage)
                note(result, seed)
            } catch {
                print("seed \(seed): its pipeline file does not hold: \(error)")
                tally.withLock { $0.isBroken = true }
            }
        }
        tally.withLock { $0.coverage.add(coverage) }
    }

    private func take() -> UInt64? {
        if let seconds = options.seconds, begin.duration(to: clock.now) > .seconds(seconds) { return nil }
        return tally.withLock { tally in
            guard tally.next <= last, !tally.isBroken else { return nil }
            defer { tally.next += 1 }
            return tally.next
        }
    }

    private func note(_ result: Simulation.Result, _ seed: UInt64) {
        let isFirst = tally.withLock { tally in
            tally.count += 1
            tally.length += result.length
            if !result.isGood { tally.failed.append(seed) }
            return tally.failed.count == 1
        }
        guard !result.isGood else { return }
        print("seed \(seed): " + (result.violations.first.map { "\($0.invariant.rawValue): \($0.text)" } ?? ""))
        if isFirst { tell(result) }
    }

    private func tell(_ result: Simulation.Result) {
        let shrunk = Simulation.shrink(result)
        var lines = ["the story, with \(shrunk.scenario.faults.count) of \(result.scenario.faults.count) faults:"]
        lines.append(shrunk.scenario.file)
        lines += shrunk.scenario.faults.map { "  fault: \($0.text)" } + shrunk.story.lines.map { "  " + $0 }
        if options.tellsLedgers { lines += shrunk.ledgers.map { "  " + $0 } }
        print(lines.joined(separator: "\n"))
    }
}
