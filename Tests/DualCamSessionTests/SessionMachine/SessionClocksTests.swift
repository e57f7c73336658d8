import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamSession

@Suite("Session: its clocks")
struct SessionClocksTests {
    private static func clocks() -> SessionClocks {
        var clocks = SessionClocks(wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        clocks.timeline = .sample
        clocks.timeline.fix(wallClock: Bench.wallStart + 2_000_000_000, at: .seconds(1))
        return clocks
    }

    /// Seconds of the wall clock, of time awake and of time with sleep.
    private static func reading(_ wall: Int64, _ awake: Int64, _ all: Int64) -> ClockReading {
        let second: Int64 = 1_000_000_000
        return ClockReading(wall: wall * second, uptime: awake * second, boottime: all * second)
    }

    @Test(arguments: [
        (reading(110, 10, 10), [] as [String]),
        (
            reading(170, 10, 10),
            [
                #"record clock-jumped {"by":60.0}"#,
                "emit warning clock: The system's clock was set forward by 60 s.",
            ]
        ),
        (
            reading(50, 10, 10),
            [#"record clock-jumped {"by":-60.0}"#, "emit warning clock: The system's clock was set back by 60 s."]
        ),
        (
            reading(140, 10, 40),
            [#"record suspended {"seconds":30.0}"#, "emit warning clock: The machine slept for 30 s."]
        ),
    ])
    func `a clock that was set, and a sleep, are told`(reading: ClockReading, expected: [String]) {
        var clocks = Self.clocks()
        _ = clocks.observe(Self.reading(100, 0, 0))
        #expect(clocks.observe(reading).words == expected)
        #expect(clocks.observe(reading) == [])
    }

    @Test func `names have the wall clock as it is now, and begin anew with a recording`() {
        var clocks = Self.clocks()
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":05"))
        _ = clocks.observe(Self.reading(100, 0, 0))
        _ = clocks.observe(Self.reading(120, 0, 0))
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":25"))
        clocks.beginRecording()
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":05"))
    }

    @Test func `drift is written down every ten minutes, and at the end`() {
        let sound = GraphStatistics.Sound(samples: 1_000_000, added: 20, removed: 0)
        let entry = [
            #"record drift {"parts-per-million":20.0,"added":20,"removed":0,"samples":1000000}"#
        ]
        var clocks = Self.clocks()
        #expect(clocks.finalDrift == [])
        #expect(clocks.observe([sound], at: .seconds(2)) == [])
        #expect(clocks.observe([sound], at: .seconds(601)) == [])
        #expect(clocks.observe([sound], at: .seconds(602)).words == entry)
        #expect(clocks.finalDrift.words == entry)
    }
}
