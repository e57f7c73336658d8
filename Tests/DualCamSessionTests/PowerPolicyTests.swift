import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policies: battery and pressure")
struct PowerPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var why: String
        /// The charges in percent, negative on mains power.
        var charges: [Int]
        var limits = (warn: Share?.some(.percent(20)), stop: Share?.some(.percent(5)))
        var expected: [String]
        var testDescription: String { why }
    }

    @Test(arguments: [
        Row(why: "mains is nothing new", charges: [-50, -50, -50, -3, -3, -3], expected: []),
        Row(why: "on battery at the third reading", charges: [-90, 90, 90, 90, 90], expected: ["3 battery"]),
        Row(why: "low below warn, not at it", charges: [20, 20, 20, 19, 19, 19], expected: ["2 battery", "5 low"]),
        Row(why: "empty below stop, not at it", charges: [5, 5, 5, 4, 4, 4, 4], expected: ["2 low", "5 empty"]),
        Row(why: "one wrong charge", charges: [50, 50, 50, 0, 50, 0, 50, 50], expected: ["2 battery"]),
        Row(
            why: "two hundredths more to be low no longer", charges: [19, 19, 19, 21, 21, 21, 22, 22, 22],
            expected: ["2 low", "8 battery"]),
        Row(why: "mains comes back", charges: [19, 19, 19, -19, -19, -19], expected: ["2 low", "5 mains"]),
        Row(
            why: "no warning", charges: [10, 10, 10, 4, 4, 4], limits: (nil, .percent(5)),
            expected: ["2 battery", "5 empty"]),
        Row(why: "no stop", charges: [10, 10, 10, 0, 0, 0], limits: (.percent(20), nil), expected: ["2 low"]),
        Row(why: "neither", charges: [1, 1, 1, 0, 0, 0], limits: (nil, nil), expected: ["2 battery"]),
        Row(why: "empty is the end", charges: [1, 1, 1, -90, -90, -90], expected: ["2 empty"]),
    ])
    func states(_ row: Row) {
        var limits = BatteryLimits()
        (limits.warn, limits.stop) = row.limits
        var policy = PowerPolicy(limits)
        let log = row.charges.enumerated().compactMap { second, charge in
            policy.observe(.init(charge: Double(abs(charge)) / 100, isDischarging: charge >= 0)).map {
                "\(second) \($0)"
            }
        }
        #expect(log == row.expected)
    }

    @Test func `a machine without a battery has nothing to tell`() {
        var policy = PowerPolicy(BatteryLimits())
        #expect((0..<10).allSatisfy { _ in policy.observe(nil) == nil })
        #expect(!policy.mayBeEmpty)
    }

    @Test func `pressure is told after half a minute, and again only when all was well in between`() {
        var watch = PressureWatch()
        func told(_ seconds: Range<Int>, _ pressure: MachineReading.Pressure?) -> [String] {
            seconds.flatMap { second in
                watch.observe(pressure, at: .seconds(second)).map { "\(second) \($0)" }
            }
        }
        #expect(told(0..<29, .init(cpu: 0.95, memory: 0.25)) == [])
        #expect(told(29..<30, .init(cpu: 0.5, memory: 0.25)) == [])
        #expect(told(30..<65, .init(cpu: 0.95, memory: 0.25)) == ["30 memory", "60 cpu"])
        #expect(told(65..<200, .init(cpu: 0.95, memory: 0.15)) == [])
        #expect(told(200..<240, .init(memory: 0.25)) == [])
        #expect(told(240..<241, .init(memory: 0.05)) == [])
        #expect(told(241..<280, .init(memory: 0.25)) == ["271 memory"])
        #expect(told(280..<400, nil) == [])
    }
}
