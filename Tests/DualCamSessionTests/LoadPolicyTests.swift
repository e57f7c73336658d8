import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// A simulated machine with two cores and a recording, reported to a `LoadPolicy` as a session does: queues every
/// quarter of a second, the machine once a second.
struct LoadScene {
    /// `combined`, `isolated`: the number of cores that the combined picture and the cameras need at full rate.
    var combined = 0.6
    var isolated = 0.9
    /// The number of cores that other programs use, from a second on.
    var others: [(from: Int, cores: Double)] = []
    /// The fill levels of queues, each from a time in seconds on.
    var queues: [(from: Double, output: OutputName, level: Double)] = []
    var ground = LoadPolicy.Ground()
    var tellsLoad = true
    /// The fraction of its frames that the camera's encoder can encode (1 means all).
    var pace = 1.0
    /// The fraction of its frames that the combined picture's encoder can encode (1 means all).
    var combinedPace = 1.0

    private var process = Duration.zero
    private var busy = Duration.zero
    private(set) var lines: [String] = []

    init(combined: Double = 0.6, isolated: Double = 0.9) { (self.combined, self.isolated) = (combined, isolated) }

    /// Plays the scene and returns the actions as text, such as `3.0 shed combined-rate 2/3 (load)`.
    mutating func play(_ policy: inout LoadPolicy, seconds: Int) -> [String] {
        for quarter in 1...(seconds * 4) {
            let now = Duration.milliseconds(250 * quarter)
            advance(policy.throttle, second: (quarter - 1) / 4)
            tell(policy.observe(.queues(branches(Double(quarter) / 4)), on: standing(policy), at: now), now)
            guard quarter.isMultiple(of: 4) else { continue }
            let reading = tellsLoad ? MachineReading(processTime: process, busyTime: busy, cores: 2) : MachineReading()
            tell(policy.observe(.machine(reading), on: standing(policy), at: now), now)
        }
        return lines
    }

    private func standing(_ policy: LoadPolicy) -> LoadPolicy.Ground {
        var ground = ground
        if policy.throttle.combinedRests { ground.combined = false }
        return ground
    }

    /// Advances by a quarter of a second.
    private mutating func advance(_ throttle: Throttle, second: Int) {
        var wanted = isolated * throttle.isolated.fraction
        if !throttle.combinedRests {
            wanted += combined * throttle.combined.fraction * (0.8 + 0.2 * throttle.combinedBitrate)
        }
        let other = others.last { $0.from <= second }?.cores ?? 0
        process += .seconds(wanted / 4)
        busy += .seconds((wanted + other) / 4)
    }

    private func branches(_ second: Double) -> [GraphStatistics.Branch] {
        [back, .combined].map { output in
            let level = queues.last { $0.output == output && $0.from <= second }?.level ?? 0
            let given = second * 30 * (output == back ? pace : combinedPace)
            return .init(output: output, framesIn: Int(second * 30), framesOut: Int(given), queue: level)
        }
    }

    private mutating func tell(_ actions: [LoadPolicy.Action], _ now: Duration) {
        for action in actions { lines.append("\(JSONValue.length(now).line) \(Self.words(action))") }
    }

    private static func words(_ action: LoadPolicy.Action) -> String {
        switch action {
        case .shed(let step, let cause): "shed \(words(step)) (\(cause))"
        case .restore(let step, let cause): "restore \(words(step)) (\(cause))"
        case .loadIsUnknown: "load is unknown"
        case .heldUp(let output): "held up \(output)"
        case .helpless(let cause): "helpless (\(cause))"
        }
    }

    static func words(_ step: LoadStep) -> String { "\(step.word.rawValue) \(step.share?.rawValue ?? "0")" }
}

@Suite("Policy: what is left out when the machine cannot bear more")
struct LoadPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var scenario: String
        var budget = Budget()
        var scene: LoadScene
        var seconds: Int
        var steps: [String]
        var testDescription: String { scenario }
    }

    static func scene(
        combined: Double = 0.6, isolated: Double = 0.9, _ edit: (inout LoadScene) -> Void = { _ in }
    ) -> LoadScene {
        var scene = LoadScene(combined: combined, isolated: isolated)
        edit(&scene)
        return scene
    }

    static func budget(_ limit: Double = 0.9, _ shed: ShedStep...) -> Budget {
        var budget = Budget()
        (budget.limit, budget.shed) = (limit, shed)
        return budget
    }

    static let loads = [
        Row(scenario: "a recording that fits is left alone", scene: scene(), seconds: 60, steps: []),
        Row(
            scenario: "half the cores taken by others: the combined rate falls until the rest fits",
            scene: scene(combined: 0.4, isolated: 0.6) { $0.others = [(10, 1)] }, seconds: 60,
            steps: ["12.0 shed combined-rate 2/3 (load)"]),
        Row(
            scenario: "one second over the limit is none of ours",
            scene: scene { $0.others = [(10, 1), (11, 0)] }, seconds: 30, steps: []),
        Row(
            scenario: "all cores taken: one step after the other, the cameras last, and then nothing is left",
            scene: scene(combined: 0.6, isolated: 4), seconds: 60,
            steps: [
                "4.0 shed combined-rate 2/3 (load)", "7.0 shed combined-rate 1/2 (load)",
                "10.0 shed combined-preset 1/2 (load)", "13.0 shed combined 0 (load)",
                "16.0 shed isolated-rate 2/3 (load)", "19.0 shed isolated-rate 1/2 (load)", "22.0 helpless (load)",
            ]),
        Row(
            scenario: "the others end: what was left out comes back in reverse, each step after ten seconds",
            scene: scene(combined: 0.9, isolated: 0.5) { $0.others = [(10, 1), (30, 0)] }, seconds: 80,
            steps: [
                "12.0 shed combined-rate 2/3 (load)", "15.0 shed combined-rate 1/2 (load)",
                "18.0 shed combined-preset 1/2 (load)", "21.0 shed combined 0 (load)",
                "41.0 restore combined 0 (load)", "51.0 restore combined-preset 1/2 (load)",
                "61.0 restore combined-rate 1/2 (load)", "71.0 restore combined-rate 2/3 (load)",
            ]),
        Row(
            scenario: "what would not fit again is not tried",
            scene: scene(combined: 0.6, isolated: 1.25), seconds: 120, steps: ["4.0 shed combined-rate 2/3 (load)"]),
        Row(
            scenario: "after ten minutes of calm it is tried, and the next trial is ten minutes later",
            scene: scene(combined: 0.6, isolated: 1.25), seconds: 1300,
            steps: [
                "4.0 shed combined-rate 2/3 (load)", "605.0 restore combined-rate 2/3 (load)",
                "608.0 shed combined-rate 2/3 (load)", "1209.0 restore combined-rate 2/3 (load)",
                "1212.0 shed combined-rate 2/3 (load)",
            ]),
        Row(
            scenario: "others that come and go every 30 s are waited for longer and longer",
            scene: scene(combined: 0.9, isolated: 0.6) { scene in
                for turn in 0..<20 { scene.others += [(turn * 30, 1), (turn * 30 + 15, 0)] }
            }, seconds: 300,
            steps: [
                "4.0 shed combined-rate 2/3 (load)", "7.0 shed combined-rate 1/2 (load)",
                "10.0 shed combined-preset 1/2 (load)", "13.0 shed combined 0 (load)",
                "26.0 restore combined 0 (load)", "32.0 shed combined 0 (load)",
            ]),
    ]

    static let queues = [
        Row(
            scenario: "a queue over half for one reading says nothing",
            scene: scene { $0.queues = [(5, back, 0.6), (5.25, back, 0.1)] }, seconds: 10, steps: []),
        Row(
            scenario:
                "a queue over half in two readings takes the first step at once, and no second one for two seconds",
            scene: scene { $0.queues = [(5, back, 0.55), (8, back, 0)] }, seconds: 12,
            steps: ["5.25 shed combined-rate 2/3 (queue)", "7.25 shed combined-rate 1/2 (queue)"]),
        Row(
            scenario: "a queue over three quarters waits half a second, and the cameras wait for what helps them",
            scene: scene { $0.queues = [(5, back, 0.6), (5.25, back, 0.8), (9.5, back, 0.1)] }, seconds: 12,
            steps: [
                "5.25 shed combined-rate 2/3 (queue)", "5.75 shed combined-rate 1/2 (queue)",
                "6.25 shed combined-rate 1/3 (queue)", "6.75 shed combined-preset 1/2 (queue)",
                "7.25 shed combined 0 (queue)", "8.75 shed isolated-rate 2/3 (queue)",
                "9.25 shed isolated-rate 1/2 (queue)",
            ]),
        Row(
            scenario: "cameras fall to a sixth of their frames before nothing is left",
            scene: scene(combined: 0) {
                ($0.ground.combined, $0.queues) = (false, [(5, back, 0.6), (5.25, back, 0.8)])
            }, seconds: 11,
            steps: [
                "5.25 shed isolated-rate 2/3 (queue)", "5.75 shed isolated-rate 1/2 (queue)",
                "6.25 shed isolated-rate 1/3 (queue)", "7.75 shed isolated-rate 1/4 (queue)",
                "9.25 shed isolated-rate 1/6 (queue)", "10.75 helpless (queue)",
            ]),
        Row(
            scenario: "in the first two seconds queues are half full anyway",
            scene: scene { $0.queues = [(0, back, 0.7), (1.75, back, 0)] }, seconds: 12, steps: []),
        Row(
            scenario: "the load is not known: that is said once, and the queues count",
            scene: scene {
                $0.tellsLoad = false
                $0.queues = [(5, back, 0.6), (6, back, 0.3), (20, back, 0.1)]
            }, seconds: 60,
            steps: [
                "1.0 load is unknown", "5.25 shed combined-rate 2/3 (queue)", "30.0 restore combined-rate 2/3 (queue)",
            ]),
    ]

    static let lists = [
        Row(
            scenario: "an empty list: nothing is ever left out", budget: budget(0.9), scene: scene(isolated: 2),
            seconds: 60, steps: ["4.0 helpless (load)"]),
        Row(
            scenario: "the file's order counts, also when it names the cameras first",
            budget: budget(0.9, .isolatedRate, .combined), scene: scene(isolated: 2), seconds: 20,
            steps: ["4.0 shed isolated-rate 2/3 (load)", "7.0 shed isolated-rate 1/2 (load)"]),
        Row(
            scenario: "without a combined output only the cameras' rates are left",
            scene: scene(combined: 0, isolated: 2) { $0.ground.combined = false }, seconds: 20,
            steps: ["4.0 shed isolated-rate 2/3 (load)"]),
        Row(
            scenario: "a combined output that is all there is goes on",
            scene: scene(combined: 5, isolated: 0) {
                ($0.ground.isolated, $0.ground.isCombinedSpare) = (false, false)
            }, seconds: 20,
            steps: [
                "4.0 shed combined-rate 2/3 (load)", "7.0 shed combined-rate 1/2 (load)",
                "10.0 shed combined-preset 1/2 (load)", "13.0 helpless (load)",
            ]),
        Row(
            scenario: "what heat holds back anyway is not a step",
            scene: scene(isolated: 2) { ($0.ground.held.combined, $0.ground.held.isolated) = (.half, .twoThirds) },
            seconds: 20,
            steps: [
                "4.0 shed combined-preset 1/2 (load)", "7.0 shed combined 0 (load)",
                "10.0 shed isolated-rate 1/2 (load)",
            ]),
        Row(
            scenario: "a lower limit is reached earlier", budget: budget(0.5, .combinedRate, .combined), scene: scene(),
            seconds: 20,
            steps: [
                "4.0 shed combined-rate 2/3 (load)", "7.0 shed combined-rate 1/2 (load)", "10.0 shed combined 0 (load)",
            ]),
    ]

    @Test(arguments: loads + presets + combinedAlone + previews + queues + lists) func `from readings to steps`(
        _ row: Row
    ) {
        var (scene, policy) = (row.scene, LoadPolicy(row.budget))
        let steps = scene.play(&policy, seconds: row.seconds)
        #expect(steps == row.steps)
    }

    @Test func `patience doubles when restoring leads to shedding, and is forgotten after ten minutes without`() {
        var patience = RestorePatience()
        var lengths: [Int64] = []
        for turn in 0..<7 {
            patience.shed(at: .seconds(turn * 400))
            lengths.append(patience.length(at: .seconds(turn * 400)).components.seconds)
            patience.restored(at: .seconds(turn * 400 + 350))
        }
        #expect(lengths == [10, 20, 40, 80, 160, 300, 300])
        #expect(patience.length(at: .seconds(2999)) == .seconds(300))
        #expect(patience.length(at: .seconds(3000)) == .seconds(10))
    }

    struct Counted: Sendable {
        var process: Double
        var busy: Double
        var cores = 2
        var load: Double
    }

    /// The load within a second, from the CPU time of this process and of all processes together.
    @Test(arguments: [
        Counted(process: 1, busy: 1, load: 0.5), Counted(process: 1, busy: 1.5, load: 1 / 1.5),
        Counted(process: 1, busy: 2, load: 1), Counted(process: 0.5, busy: 2, load: 0.5),
        Counted(process: 1, busy: 0.9, load: 0.5), Counted(process: 3, busy: 4, cores: 8, load: 3.0 / 7),
    ])
    func `load is the share of the cores that others leave, half of them at least`(_ counted: Counted) throws {
        var meter = LoadMeter()
        let first = MachineReading(processTime: .seconds(50), busyTime: .seconds(90), cores: counted.cores)
        let second = MachineReading(
            processTime: .seconds(50 + counted.process), busyTime: .seconds(90 + counted.busy), cores: counted.cores)
        #expect(meter.observe(first, at: .seconds(7)) == .tooEarly)
        #expect(meter.observe(second, at: .milliseconds(7100)) == .tooEarly)
        guard case .measured(let load) = meter.observe(second, at: .seconds(8)) else {
            Issue.record("nothing was measured")
            return
        }
        #expect(abs(load.share - counted.load) < 1e-9)
    }
}
