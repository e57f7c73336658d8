@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: heat")
struct ThermalPolicyTests {
    /// A number of seconds with the same temperature; `nil`: no sensor.
    typealias Stretch = (seconds: Int, celsius: Double?)

    /// Returns second and level at each change, such as `3 serious`.
    private static func levels(_ stretches: [Stretch], counts: [Int: Int] = [:]) -> [String] {
        var policy = ThermalPolicy(Thermal(), hasCombined: true)
        var count = 0
        let readings = stretches.flatMap { Array(repeating: $0.celsius, count: $0.seconds) }
        var log: [String] = []
        for (second, celsius) in readings.enumerated() {
            count = counts[second] ?? count
            let zones = celsius.map { [MachineReading.Zone(name: "cpu", celsius: $0)] } ?? []
            for action in policy.observe(zones, throttleCount: count, at: .seconds(second)) {
                guard case .level(let level, let cause) = action else { continue }
                log.append("\(second) \(level)" + (cause == .throttling ? " throttling" : ""))
            }
        }
        return log
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var why: String
        var stretches: [Stretch]
        var expected: [String]
        var testDescription: String { why }
    }

    @Test(arguments: [
        Row(why: "nothing happens below fair", stretches: [(60, 69.9)], expected: []),
        Row(why: "a threshold counts from its own degree on", stretches: [(5, 69), (5, 70)], expected: ["7 fair"]),
        Row(
            why: "any number of levels at once, at the third hot reading", stretches: [(5, 50), (5, 95)],
            expected: ["7 critical"]),
        Row(why: "shutdown within three seconds", stretches: [(5, 50), (5, 100)], expected: ["7 shutdown"]),
        Row(why: "at the start, too", stretches: [(5, 120)], expected: ["2 shutdown"]),
        Row(why: "one spike", stretches: [(5, 50), (1, 120), (30, 50)], expected: []),
        Row(why: "two spikes in five", stretches: [(5, 50), (1, 120), (1, 50), (1, 120), (30, 50)], expected: []),
        Row(why: "two spikes at the start", stretches: [(2, 120), (30, 50)], expected: []),
        Row(
            why: "level by level down, ten seconds each", stretches: [(5, 95), (60, 50)],
            expected: ["2 critical", "17 serious", "27 fair", "37 nominal"]),
        Row(
            why: "less than three degrees cooler is not cooler", stretches: [(5, 80), (60, 77)], expected: ["2 serious"]
        ),
        Row(
            why: "three degrees and a bit are", stretches: [(5, 80), (60, 76.9)], expected: ["2 serious", "17 fair"]),
        Row(
            why: "ten seconds in one piece", stretches: [(5, 80), (9, 76), (5, 80), (9, 76), (5, 80)],
            expected: ["2 serious"]),
        Row(
            why: "up again at once on the way down", stretches: [(5, 95), (20, 50), (5, 91), (40, 50)],
            expected: ["2 critical", "17 serious", "27 critical", "42 serious", "52 fair", "62 nominal"]),
        Row(
            why: "without a sensor the level stays for a minute", stretches: [(5, 85), (120, nil)],
            expected: ["2 serious", "87 fair", "97 nominal"]),
        Row(
            why: "a sensor that skips readings", stretches: [(5, 85), (8, nil), (5, 85), (8, nil), (30, 85)],
            expected: ["2 serious"]),
        Row(why: "nothing is known", stretches: [(120, nil)], expected: []),
        Row(why: "there is nothing after shutdown", stretches: [(5, 100), (60, 20)], expected: ["2 shutdown"]),
    ])
    func levels(_ row: Row) { #expect(Self.levels(row.stretches) == row.expected) }

    @Test func `a rising throttle counter is serious for half a minute, whatever the sensors say`() {
        #expect(
            Self.levels([(120, 50)], counts: [0: 7, 20: 8])
                == ["20 serious throttling", "60 fair", "70 nominal"])
        #expect(Self.levels([(60, nil)], counts: [0: 7, 20: 8]) == ["20 serious throttling"])
        #expect(Self.levels([(60, 95)], counts: [0: 7, 20: 8]) == ["2 critical"])
        #expect(Self.levels([(60, 50)], counts: [0: 7, 20: 3]) == [])
    }

    @Test func `the hottest zone counts, and those that are left when it goes`() {
        var policy = ThermalPolicy(Thermal(), hasCombined: true)
        var log: [String] = []
        for second in 0..<60 {
            let zones = [("a", 60.0), ("b", 85)].filter { $0.0 == "a" || second < 20 }
            let actions = policy.observe(
                zones.map { .init(name: $0.0, celsius: $0.1) }, throttleCount: nil, at: .seconds(second))
            for case .level(let level, _) in actions { log.append("\(second) \(level) \(policy.hottest?.name ?? "-")") }
        }
        // Two readings are not enough. From 32 on, sensor b has none, so the level falls ten seconds later.
        #expect(log == ["2 serious b", "42 fair a", "52 nominal a"])
    }

    @Test(
        arguments: [
            (60, RateShare.full), (72, .full), (82, .twoThirds), (92, .half), (105, .half),
        ] as [(Double, RateShare)])
    func `what is left out`(celsius: Double, share: RateShare) {
        var policy = ThermalPolicy(Thermal(), hasCombined: true)
        for second in 0..<3 {
            _ = policy.observe([.init(name: "cpu", celsius: celsius)], throttleCount: nil, at: .seconds(second))
        }
        #expect(policy.throttle.isolated == share)
        #expect(policy.throttle.combined == share)
        #expect(!policy.throttle.combinedRests && policy.throttle.combinedBitrate == 1)
    }

    @Test func `a reading above shutdown is doubted until it is believed or contradicted`() {
        var policy = ThermalPolicy(Thermal(), hasCombined: false)
        let doubts = [120.0, 50, 120, 120, 120].enumerated().map { second, celsius in
            _ = policy.observe([.init(name: "cpu", celsius: celsius)], throttleCount: nil, at: .seconds(second))
            return policy.mayBeTooHot
        }
        #expect(doubts == [true, false, true, false, false])
        #expect(policy.level == .shutdown)
    }
}

@Suite("Policy: what heat is expected")
struct HeatOutlookTests {
    /// Feeds one temperature per second. Returns the forecasts, such as `40 serious 120`, with `eased` if shedding
    /// began.
    private static func told(
        _ seconds: Range<Int>, hasCombined: Bool = true, level: HeatLevel = .nominal, _ celsius: (Double) -> Double
    ) -> [String] {
        var outlook = HeatOutlook(Thermal(), hasCombined: hasCombined)
        return seconds.compactMap { second in
            guard outlook.observe(celsius(Double(second)), level: level, at: .seconds(second)) else { return nil }
            let forecast = outlook.told.map { "\($0.level) \($0.after.components.seconds)" } ?? "none"
            return "\(second) \(forecast)" + (outlook.isEased ? " eased" : "")
        }
    }

    @Test func `a steady rise is told, again at half of the time, and taken as a reason for the gentler step`() {
        // The temperature rises by 1 degree in 30 s from 70 on: serious after 300 s.
        #expect(
            Self.told(0..<290) { 70 + $0 / 30 } == [
                "35 serious 265", "168 serious 132", "180 serious 120 eased", "240 serious 60 eased",
                "270 serious 30 eased", "285 serious 15 eased",
            ])
    }

    @Test func `without a combined picture there is no gentler step`() {
        #expect(Self.told(0..<260, hasCombined: false) { 70 + $0 / 30 }.allSatisfy { !$0.hasSuffix("eased") })
    }

    /// When the rise is first known, serious is less than two minutes away; the step is taken ten seconds later.
    @Test func `a steep rise has to last before it is a reason`() {
        #expect(Self.told(0..<45) { 74 + $0 / 20 } == ["35 serious 85", "40 serious 80 eased"])
    }

    @Test func `at serious the next one is critical`() {
        #expect(Self.told(0..<40, level: .serious) { 81 + $0 / 30 } == ["35 critical 235"])
    }

    @Test func `a rise that ends is taken back, and the step a minute later`() {
        let log = Self.told(0..<300) { min(76, 74 + $0 / 30) }
        #expect(log == ["35 serious 145", "60 serious 120 eased", "78 none eased", "133 none"])
    }

    struct Curve: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var celsius: @Sendable (Double) -> Double
    }

    @Test(arguments: [
        Curve(testDescription: "half an hour away") { 60 + $0 / 100 },
        Curve(testDescription: "less than a degree") { 78 + $0 / 300 },
        Curve(testDescription: "falls") { 79 - $0 / 30 },
        Curve(testDescription: "one step") { $0 < 60 ? 60 : 78 },
        Curve(testDescription: "back and forth") { 75 + ($0 / 5).rounded().truncatingRemainder(dividingBy: 2) * 3 },
        Curve(testDescription: "steady") { _ in 79 },
    ])
    func `what is not clear is not told`(_ curve: Curve) {
        #expect(Self.told(0..<180, curve.celsius) == [])
    }

    @Test func `a sensor with whole degrees and a noise of one shows a rise all the same`() {
        let log = Self.told(0..<120) { (65 + $0 / 15 + ($0.truncatingRemainder(dividingBy: 3) - 1) / 2).rounded() }
        #expect(log.first?.contains("serious") == true, "\(log)")
        #expect(!log.contains { $0.contains("none") }, "\(log)")
    }
}
