@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: heat, battery and what cannot be read")
struct SessionHeatTests {
    private static func reading(
        _ celsius: Double? = nil, charge: Double? = nil, count: Int? = nil, problems: [String] = []
    ) -> SessionInput {
        .machine(
            MachineReading(
                zones: celsius.map { [.init(name: "cpu", celsius: $0)] } ?? [], throttleCount: count,
                battery: charge.map { .init(charge: $0, isDischarging: true) }, problems: problems))
    }

    /// Settings without a budget, because load is tested elsewhere.
    private static var settings: SessionSettings {
        var settings = SessionSettings(outputs: [back, .combined])
        settings.budget = nil
        return settings
    }

    /// Returns the actions of a bench during these temperature readings, one per second.
    private static func deeds(_ bench: inout Bench, _ celsius: [Double], from second: Int = 3) -> [String] {
        bench.deeds = []
        for (index, celsius) in celsius.enumerated() { bench.feed(reading(celsius), at: .seconds(second + index)) }
        return bench.deeds
    }

    @Test func `rates fall with the heat and come back level by level`() throws {
        var bench = try Bench.running(Self.settings)
        #expect(
            Self.deeds(&bench, Array(repeating: 82, count: 5))
                == ["throttle isolated 2/3 combined 2/3 bitrate 1.0"])
        #expect(
            Self.deeds(&bench, Array(repeating: 93, count: 5), from: 8)
                == ["throttle isolated 1/2 combined 1/2 bitrate 1.0"])
        #expect(
            Self.deeds(&bench, Array(repeating: 50, count: 60), from: 13) == [
                "throttle isolated 2/3 combined 2/3 bitrate 1.0", "throttle isolated 1 combined 1 bitrate 1.0",
            ])
        #expect(
            bench.entries.filter { $0.kind == .heat }.map { JSONValue.object($0.fields).line } == [
                #"{"level":"serious","celsius":82.0,"zone":"cpu","cause":"temperature"}"#,
                #"{"level":"critical","celsius":93.0,"zone":"cpu","cause":"temperature"}"#,
                #"{"level":"serious","celsius":50.0,"zone":"cpu","cause":"temperature"}"#,
                #"{"level":"fair","celsius":50.0,"zone":"cpu","cause":"temperature"}"#,
                #"{"level":"nominal","celsius":50.0,"zone":"cpu","cause":"temperature"}"#,
            ])
        let steps = bench.entries.filter { $0.kind != .heat }
        #expect(steps.map(\.kind) == [.shed, .shed, .shed, .shed, .restored, .restored, .restored, .restored])
        #expect(steps.compactMap { $0["share"]?.text } == ["2/3", "2/3", "1/2", "1/2", "2/3", "2/3", "1", "1"])
        #expect(bench.events.map(\.name) == bench.entries.map(\.kind.rawValue))
    }

    @Test func `shutdown finishes the files and ends with 75`() throws {
        var bench = try Bench.running(Self.settings)
        #expect(
            Self.deeds(&bench, Array(repeating: 101, count: 5))
                == ["stop now", "arm stall 5.25", "arm finish 10.0"])
        #expect(
            bench.state.failures.all.map(\.message)
                == ["The machine is too hot to record (101C, cpu): thermal.shutdown is 100C."])
        #expect(bench.state.outcome.reason == .heat)
        #expect(bench.state.outcome.exit == .heat)
        #expect(!bench.state.outcome.isHandedOn)
        #expect(bench.events.map(\.name) == ["heat", "failed", "stopping"])
    }

    @Test func `a supervisor does not have another worker go on after heat`() throws {
        var settings = Self.settings
        settings.isSupervised = true
        var bench = try Bench.running(settings)
        _ = Self.deeds(&bench, Array(repeating: 101, count: 3))
        #expect(!bench.state.outcome.isHandedOn)
    }

    @Test func `a machine that is too hot opens no device and leaves nothing`() throws {
        var bench = try Bench(Self.settings)
        bench.feed(Self.reading(120), at: .zero)
        bench.feed(.begin(freeBytes: 1), at: .zero)
        #expect(bench.deeds == [])
        bench.feed(.space(1), at: .seconds(1))
        bench.feed(Self.reading(120), at: .seconds(1))
        bench.feed(Self.reading(120), at: .seconds(2))
        #expect(bench.deeds == ["discard 0", "arm save 7.0"])
        #expect(bench.state.outcome.exit == .heat)
        #expect(bench.state.outcome.folder == nil)
        #expect(bench.events.map(\.name) == ["started", "heat", "failed", "stopping"])
    }

    @Test func `a spike before the start only delays it`() throws {
        var bench = try Bench(Self.settings)
        bench.feed(Self.reading(120), at: .zero)
        bench.feed(.begin(freeBytes: 5_000_000_000), at: .zero)
        bench.feed(Self.reading(50), at: .seconds(1))
        bench.feed(.space(5_000_000_000), at: .seconds(1))
        #expect(bench.deeds == ["start take_back.mov take_combined.mov", "arm start 11.0"])
    }

    @Test func `an empty battery opens no device either`() throws {
        var bench = try Bench(Self.settings)
        bench.feed(Self.reading(charge: 0.03), at: .zero)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        for second in 1...2 { bench.feed(Self.reading(charge: 0.03), at: .seconds(second)) }
        #expect(bench.deeds == ["discard 0", "arm save 7.0"])
        #expect(bench.state.outcome.reason == .battery)
    }

    @Test func `heat that came before the first frame counts from the first frame on`() throws {
        var bench = try Bench(Self.settings)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        for second in 0..<3 { bench.feed(Self.reading(85), at: .seconds(second)) }
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "c")), at: .seconds(3))
        #expect(Self.deeds(&bench, [85], from: 4) == ["throttle isolated 2/3 combined 2/3 bitrate 1.0"])
    }

    @Test func `a low battery is a warning, an empty one the end`() throws {
        var bench = try Bench.running(Self.settings)
        for second in 3...5 { bench.feed(Self.reading(charge: 0.19), at: .seconds(second)) }
        #expect(bench.messages == ["The battery is at 19%, below battery.warn (20%)."])
        for second in 6...8 { bench.feed(Self.reading(charge: 0.04), at: .seconds(second)) }
        #expect(bench.state.failures.all.map(\.message) == ["The battery is at 4%, below battery.stop (5%)."])
        #expect(bench.state.outcome.exit == .heat)
        #expect(bench.state.outcome.reason == .battery)
        #expect(
            bench.entries.filter { $0.kind == .power }.map { JSONValue.object($0.fields).line } == [
                #"{"state":"low","charge":0.19,"discharging":true}"#,
                #"{"state":"empty","charge":0.04,"discharging":true}"#,
            ])
    }

    @Test func `what cannot be read is said once, and after the session has begun`() throws {
        var bench = try Bench(Self.settings)
        bench.feed(Self.reading(problems: ["A is gone."]), at: .zero)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        #expect(bench.messages == [])
        bench.feed(Self.reading(problems: ["A is gone."]), at: .seconds(1))
        bench.feed(Self.reading(problems: ["A is gone.", "B reads '0'."]), at: .seconds(2))
        bench.feed(Self.reading(), at: .seconds(3))
        bench.feed(Self.reading(problems: ["B reads '0'."]), at: .seconds(4))
        #expect(bench.messages == ["A is gone.", "B reads '0'."])
    }

    @Test func `the status tells heat and battery`() throws {
        var bench = try Bench.running(Self.settings)
        for second in 3...5 {
            bench.feed(Self.reading(75, charge: 0.5), at: .seconds(second))
            bench.feed(.reading(), at: .seconds(second))
        }
        guard case .status(let status) = bench.events.last(where: { $0.name == "status" })?.kind else {
            Issue.record("no status")
            return
        }
        #expect(status.heat == .init(level: .fair, zone: .init(name: "cpu", celsius: 75), forecast: nil))
        #expect(status.battery == .init(charge: 0.5, isDischarging: true))
    }

    @Test func `load and heat together ask for the lower of each`() throws {
        var settings = SessionSettings(outputs: [back, .combined])
        settings.budget?.shed = [.combined, .isolatedRate]
        var bench = try Bench.running(settings)
        for second in 3...20 {
            let work = Duration.seconds(1.9 * Double(second))
            bench.feed(
                .machine(MachineReading(processTime: work, busyTime: work, cores: 2)), at: .seconds(second))
        }
        #expect(bench.deeds.last == "throttle isolated 1/2 combined 1 bitrate 1.0 rests")
        #expect(
            Self.deeds(&bench, Array(repeating: 82, count: 3), from: 21).last
                == "throttle isolated 1/2 combined 2/3 bitrate 1.0 rests")
    }
}
