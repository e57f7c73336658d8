@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: heat, power and what programs wait for")
struct MachineMonitorTests {
    private static let settings = SessionSettings(outputs: [back, .combined])

    private static func heat(_ celsius: Double) -> MachineReading {
        MachineReading(zones: [.init(name: "cpu", celsius: celsius)])
    }

    private static func battery(_ charge: Double, _ isDischarging: Bool = true) -> MachineReading {
        MachineReading(battery: .init(charge: charge, isDischarging: isDischarging))
    }

    @Test(
        arguments: [
            (50, []), (75, ["record heat", "emit heat"]), (82, ["record heat", "emit heat"]),
            (101, ["record heat", "emit heat", "fail too-hot"]),
        ] as [(Double, [String])])
    func `a temperature is believed at its third reading`(celsius: Double, expected: [String]) {
        var heat = ThermalPolicy(Self.settings.thermal, hasCombined: true)
        #expect(heat.status == nil)
        for second in 3...4 { #expect(heat.observe(Self.heat(celsius), in: .at(second)) == []) }
        let words = heat.observe(Self.heat(celsius), in: .at(5)).words.map { $0.split(separator: " {")[0] }
        #expect(words.map(String.init) == expected)
        #expect(heat.status?.zone?.celsius == celsius)
    }

    @Test(
        arguments: [
            (0.5, true, ["record power", "emit power"]), (0.09, true, ["record power", "emit power", "warn battery"]),
            (0.04, true, ["record power", "emit power", "fail battery-empty"]), (0.04, false, []),
        ] as [(Double, Bool, [String])])
    func `a charge is believed at its third reading`(charge: Double, isDischarging: Bool, expected: [String]) {
        var power = PowerPolicy(BatteryLimits())
        for _ in 1...2 { #expect(power.observe(Self.battery(charge, isDischarging)) == []) }
        let words = power.observe(Self.battery(charge, isDischarging)).words
        #expect(
            words.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.map { $0.replacing(":", with: "") }
                == expected)
        #expect(power.battery?.charge == charge)
    }

    @Test func `a recording waits for a second opinion of a bad first reading`() {
        var hot = MachineMonitor(Self.settings)
        _ = hot.observe(Self.heat(120), hasBegun: false, in: .at(0, .preparing))
        #expect(hot.isStartDoubtful)
        _ = hot.observe(Self.heat(40), hasBegun: false, in: .at(1, .preparing))
        #expect(!hot.isStartDoubtful)
        var empty = MachineMonitor(Self.settings)
        _ = empty.observe(Self.battery(0.01), hasBegun: false, in: .at(0, .preparing))
        #expect(empty.isStartDoubtful)
    }

    @Test func `a sensor that cannot be read is told of once, and not before the session has begun`() {
        var machine = MachineMonitor(Self.settings)
        let broken = MachineReading(problems: ["A is gone."])
        #expect(machine.observe(broken, hasBegun: false, in: .at(0, .preparing)) == [])
        #expect(machine.observe(broken, hasBegun: true, in: .at(1)).words == ["warn sensor: A is gone."])
        #expect(machine.observe(broken, hasBegun: true, in: .at(2)) == [])
    }

    @Test func `what load and heat leave out stands side by side`() {
        var machine = MachineMonitor(Self.settings)
        for second in 3...5 { _ = machine.observe(Self.heat(82), hasBegun: true, in: .at(second)) }
        #expect(
            machine.sheds == [
                Shed(.combinedRate, share: .twoThirds, reason: .heat),
                Shed(.isolatedRate, share: .twoThirds, reason: .heat),
            ])
        #expect(machine.throttling.apply(heat: machine.heat.throttle, in: .at(5)).words.last == "throttle 2/3 2/3")
    }
}
