import DualCamPlan
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: clocks")
struct ClockWatchTests {
    struct Row: Sendable {
        /// The time by which each clock advances between two readings, in milliseconds.
        var (wall, uptime, boottime): (Int64, Int64, Int64)
        var expected: [ClockWatch.Action]
        var shift: Duration
    }

    @Test(arguments: [
        Row(wall: 250, uptime: 250, boottime: 250, expected: [], shift: .zero),
        Row(wall: 750, uptime: 250, boottime: 250, expected: [], shift: .milliseconds(500)),
        Row(
            wall: 751, uptime: 250, boottime: 250, expected: [.jumped(by: .milliseconds(501))],
            shift: .milliseconds(501)),
        Row(
            wall: -3_350, uptime: 250, boottime: 250, expected: [.jumped(by: .milliseconds(-3_600))],
            shift: .milliseconds(-3_600)),
        Row(wall: 9_250, uptime: 250, boottime: 9_250, expected: [.suspended(.seconds(9))], shift: .seconds(9)),
        Row(
            wall: 20_250, uptime: 250, boottime: 9_250,
            expected: [.suspended(.seconds(9)), .jumped(by: .seconds(11))], shift: .seconds(20)),
        Row(wall: 1_250, uptime: 250, boottime: 1_250, expected: [], shift: .seconds(1)),
        Row(
            wall: 1_251, uptime: 250, boottime: 1_251, expected: [.suspended(.milliseconds(1_001))],
            shift: .milliseconds(1_001)),
    ])
    func `a clock that is set, and a machine that slept`(_ row: Row) {
        var watch = ClockWatch()
        #expect(watch.observe(ClockReading(wall: 5, uptime: 6, boottime: 7)) == [])
        let million: Int64 = 1_000_000
        let next = ClockReading(
            wall: 5 + row.wall * million, uptime: 6 + row.uptime * million, boottime: 7 + row.boottime * million)
        #expect(watch.observe(next) == row.expected)
        #expect(watch.observe(next) == [])
        #expect(watch.shift == row.shift)
    }

    @Test func `the system's clocks are read in nanoseconds`() {
        let (uptime, boottime) = (ClockReading.uptimeNow(), ClockReading.boottimeNow())
        #expect(uptime > 1_000_000_000)
        #expect(boottime >= uptime - 1_000_000_000)
    }

    @Test func `drift is told every ten minutes as long as it grows`() {
        var log = DriftLog()
        var told: [Int] = []
        for minute in 0...60 {
            let added = Int64(minute >= 15 ? min(minute, 35) : 0)
            let sound = GraphStatistics.Sound(samples: Int64(minute) * 2_880_000, added: added, removed: 0)
            if log.observe(sound, at: .seconds(minute * 60)) != nil { told.append(minute) }
        }
        #expect(told == [20, 30, 40, 50, 60])
        #expect(log.sound?.added == 35)
    }

    /// The sound of a pause is not recorded, so there is nothing new to report.
    @Test func `the same drift is told once`() {
        var log = DriftLog()
        let sound = GraphStatistics.Sound(samples: 2_880_000, added: 7, removed: 0)
        let told = (0...40).filter { log.observe(sound, at: .seconds($0 * 60)) != nil }
        #expect(told == [10])
    }

    @Test func `a drift that was not measured is not known`() {
        #expect(GraphStatistics.Sound(samples: 48_000_000, added: 24, removed: 0).thousandthsPerMillion == nil)
    }

    /// For a device with a measured drift, the numbers of added and removed samples mean nothing.
    @Test func `a measured drift counts, and is told`() {
        var sound = GraphStatistics.Sound(samples: 48_000_000, added: 0, removed: 0)
        sound.drift = -0.000_212_5
        #expect(sound.thousandthsPerMillion == -212_500)
        var log = DriftLog()
        #expect((0...10).compactMap { log.observe(sound, at: .seconds($0 * 60)) } == [sound])
    }
}
