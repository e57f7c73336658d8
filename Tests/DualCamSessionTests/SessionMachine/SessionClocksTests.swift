import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its clocks")
struct SessionClocksTests {
    private static func clocks() -> SessionClocks {
        var clocks = SessionClocks(wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        clocks.timeline = .sample
        clocks.timeline.fix(wallClock: Bench.wallStart + 2_000_000_000, at: .seconds(1))
        return clocks
    }

    /// Returns a reading: seconds of the wall clock, of uptime and of boot time, and milliseconds of CPU time.
    private static func reading(_ wall: Int64, _ awake: Int64, _ all: Int64, _ processor: Int64? = 0) -> ClockReading {
        let second: Int64 = 1_000_000_000
        return ClockReading(
            wall: wall * second, uptime: awake * second, boottime: all * second,
            processor: processor.map { $0 * 1_000_000 })
    }

    private static let gap = [
        #"record gap {"from":"2026-11-21T14:05:05.250Z","to":"2026-11-21T14:05:14.250Z","seconds":9.0,"reason":"frozen","#
            + #""at":1.0,"until":10.0}"#,
        "emit warning clock: Nothing ran for 9 s: this machine, or dualcam, was stopped. Frames of that time are lost "
            + "unless the camera kept them.",
    ]

    @Test(arguments: [
        (reading(101, 1, 1), [] as [String]),
        (
            reading(161, 1, 1),
            [
                #"record clock-jumped {"by":60.0}"#,
                "emit warning clock: The system's clock was set forward by 60 s.",
            ]
        ),
        (
            reading(41, 1, 1),
            [#"record clock-jumped {"by":-60.0}"#, "emit warning clock: The system's clock was set back by 60 s."]
        ),
        (
            reading(131, 1, 31),
            [#"record suspended {"seconds":30.0}"#, "emit warning clock: The machine slept for 30 s."]
        ),
        (reading(102, 2, 2), []),
        (reading(109, 9, 9, 600), gap),
        // The machine is only busy, or the CPU time is unknown.
        (reading(109, 9, 9, 700), []),
        (reading(109, 9, 9, nil), []),
    ])
    func `a clock that was set, a sleep, and a time in which nothing ran, are told`(
        reading: ClockReading, expected: [String]
    ) {
        var clocks = Self.clocks()
        _ = clocks.observe(Self.reading(100, 0, 0), at: .seconds(2))
        #expect(clocks.observe(reading, at: .seconds(11)).words == expected)
        #expect(clocks.observe(reading, at: .seconds(11)) == [])
    }

    @Test func `names have the wall clock as it is now, and begin again with a recording`() {
        var clocks = Self.clocks()
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":05"))
        _ = clocks.observe(Self.reading(100, 0, 0), at: .seconds(1))
        _ = clocks.observe(Self.reading(120, 0, 0), at: .seconds(1))
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":25"))
        clocks.beginRecording()
        #expect(clocks.date(of: .seconds(1), at: .seconds(2)).text.hasSuffix(":05"))
    }

    /// Previously, a drift that was too large to correct was not reported: the sound jumped, and the audit called the
    /// session proven.
    @Test func `a clock that is off by more than is made up for is warned of once a take`() {
        var clocks = Self.clocks()
        var sound = GraphStatistics.Sound(of: InputName(microphone: "room"), samples: 480_000, added: 0, removed: 9)
        sound.drift = -0.004_9
        #expect(clocks.observe([sound], at: .seconds(12)) == [])
        sound.drift = -0.005_5
        let words = clocks.observe([sound], at: .seconds(13)).words
        #expect(
            words.first
                == #"record drift {"microphone":"room","parts-per-million":-5500.0,"added":0,"removed":9,"samples":480000}"#
        )
        #expect(
            words.count == 2 && words[1].hasPrefix("warn microphone-clock audio.room.source: The clock of microphone"))
        #expect(words[1].contains(" is 5500 ppm fast, and no more than 5000 ppm are made up for"), "\(words)")
        #expect(clocks.observe([sound], at: .seconds(14)) == [])
        clocks.beginRecording()
        #expect(clocks.observe([sound], at: .seconds(20)).count == 2)
    }

    @Test func `drift is written down every ten minutes, and at the end`() {
        var sound = GraphStatistics.Sound(samples: 1_000_000, added: 20, removed: 0)
        sound.drift = 20e-6
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
