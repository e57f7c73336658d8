import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: ends that are set beforehand")
struct EndScheduleTests {
    private static let wall = Bench.wallStart

    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var duration: Duration?
        /// The time from the start to `recording.until`.
        var until: Duration?
        /// The time that earlier workers have recorded.
        var past: Duration?
        var cut: CutList.Cut?
        var shortest = Duration.zero
        var words: [String]
        var testDescription: String { what }
    }

    @Test(arguments: [
        Row(what: "none", words: []),
        Row(
            what: "a duration", duration: .seconds(10),
            words: ["stop at 11.0", "arm end 12.0", #"record end-scheduled {"at":11.0}"#]),
        Row(
            what: "the rest of a duration", duration: .seconds(10), past: .seconds(4),
            words: ["stop at 7.0", "arm end 8.0", #"record end-scheduled {"at":7.0}"#]),
        Row(
            what: "a duration that is over", duration: .seconds(10), past: .seconds(40),
            words: ["stop at 1.1", "arm end 2.1", #"record end-scheduled {"at":1.1}"#]),
        Row(
            what: "a duration of less than a frame", duration: .milliseconds(50), shortest: .milliseconds(200),
            words: [
                "warn take: recording.duration (50 ms) is too short for a frame of every output: 200 ms are recorded.",
                "stop at 1.2", "arm end 2.2", #"record end-scheduled {"at":1.2}"#,
            ]),
        Row(
            what: "a pause puts a duration off", duration: .seconds(10), cut: .init(from: .seconds(5), to: .seconds(8)),
            words: ["stop at 14.0", "arm end 15.0", #"record end-scheduled {"at":14.0}"#]),
        Row(
            what: "nothing is asked for in a pause", duration: .seconds(10), cut: .init(from: .seconds(5), to: nil),
            words: []),
    ])
    func `when it ends`(row: Row) {
        var end = EndSchedule()
        let settings = SessionSettings(outputs: [back], duration: row.duration)
        let pauses = CutList(row.cut.map { [$0] } ?? [])
        let effects =
            end.plan(
                from: .seconds(1), wall: Self.wall, began: nil, recorded: row.past?.nanoseconds, shortest: row.shortest,
                settings)
            + end.schedule(pauses, .sample)
        #expect(effects.words == row.words)
    }

    /// The next full minute in this machine's time zone, whichever that is.
    @Test func `a time of day is not put off by a pause, and comes first when it is first`() throws {
        let next = WallTime.local(Self.wall + 60_000_000_000)
        var settings = SessionSettings(outputs: [back], duration: .seconds(600))
        settings.recording.until = try TimeOfDay(parsing: String(next.text.dropFirst(11).prefix(5)))
        var end = EndSchedule()
        _ = end.plan(from: .seconds(1), wall: Self.wall, began: nil, recorded: nil, shortest: .zero, settings)
        let running = CutList([.init(from: .seconds(3), to: .seconds(8))])
        _ = end.schedule(running, .sample)
        let due = try #require(end.time)
        #expect(due > .seconds(1) && due <= .seconds(61))
        #expect(end.awaitInPause(.sample) == [.act(.arm(.end, at: .seconds(1) + (due - .seconds(0))))])
        let now = Duration.seconds(1) + (due - .seconds(0))
        #expect(end.reach(isPaused: true, .sample, at: now).words == ["halt duration"])
        #expect(end.reach(isPaused: false, .sample, at: now).words == ["finish duration"])
    }

    /// `recording.until` follows the wall clock as it is then, whatever it was at the start of the recording.
    @Test(
        arguments: [
            // The clock was two hours behind at the start and was corrected. Previously, the recording would have ended
            // two hours late.
            (7200, 0, 3540), (-600, 0, 3540),
            // The machine slept; the clock was not set.
            (0, 600, 2940), (0, 0, 3540),
        ] as [(Int64, Int64, Int64)])
    func `a clock that is put right has the time of day come by it`(leap: Int64, slept: Int64, left: Int64) throws {
        let second: Int64 = 1_000_000_000
        // An hour after the start by the corrected clock.
        let begin = Self.wall - Self.wall % (3600 * second)
        let real = begin + leap * second
        let due = WallTime.timeOfDay(real + 3600 * second)
        var settings = SessionSettings(outputs: [back])
        settings.recording.until = due
        var end = EndSchedule()
        _ = end.plan(from: .seconds(1), wall: begin, began: nil, recorded: nil, shortest: .zero, settings)
        _ = end.schedule(CutList(), .sample)
        let wall = begin + (60 + leap + slept) * second
        let hasMoved = end.follow(wall: wall, leapt: .seconds(leap), at: .seconds(61))
        #expect(hasMoved == (leap != 0 || slept != 0))
        _ = end.schedule(CutList(), .sample)
        #expect(end.time == .seconds(61 + left))
        let isSteered = end.follow(wall: wall + 1_000_000, leapt: .seconds(leap), at: .seconds(61))
        #expect(!isSteered, "what a time service steers is not worth a new end")
    }

    /// By the corrected clock, the recording began half an hour after the time of day, so that of tomorrow counts.
    @Test func `a time of day that was over at the begin is not that of today`() throws {
        let second: Int64 = 1_000_000_000
        let begin = Self.wall - Self.wall % (3600 * second)
        var settings = SessionSettings(outputs: [back])
        settings.recording.until = WallTime.timeOfDay(begin + 5400 * second)
        var end = EndSchedule()
        _ = end.plan(from: .seconds(1), wall: begin, began: nil, recorded: nil, shortest: .zero, settings)
        _ = end.schedule(CutList(), .sample)
        #expect(end.time == .seconds(5401))
        let hasMoved = end.follow(wall: begin + 7260 * second, leapt: .seconds(7200), at: .seconds(61))
        _ = end.schedule(CutList(), .sample)
        #expect(hasMoved && end.time == .seconds(61 + 86_400 + 5400 - 7260))
    }

    @Test func `a pipeline clock that is behind is waited for, and a pause has no end of a duration`() {
        var end = EndSchedule()
        let settings = SessionSettings(outputs: [back], duration: .seconds(10))
        _ = end.plan(from: .seconds(1), wall: Self.wall, began: nil, recorded: nil, shortest: .zero, settings)
        _ = end.schedule(CutList(), .sample)
        #expect(end.reach(isPaused: false, .sample, at: .seconds(11)).words == ["arm end 12.0"])
        #expect(end.reach(isPaused: false, .sample, at: .seconds(12)).words == ["finish duration"])
        #expect(end.reach(isPaused: true, .sample, at: .seconds(12)) == [])
        #expect(end.settle(.seconds(20), .sample) == [])
        #expect(end.time == .seconds(20))
    }

    /// The graph may end earlier than requested. If the session waited until the requested time, it would take the
    /// files for hung.
    @Test func `an end that is earlier than was asked for is waited for, and no longer`() {
        var end = EndSchedule()
        let settings = SessionSettings(outputs: [back], duration: .seconds(10))
        _ = end.plan(from: .seconds(1), wall: Self.wall, began: nil, recorded: nil, shortest: .zero, settings)
        _ = end.schedule(CutList(), .sample)
        #expect(end.settle(.seconds(11), .sample) == [])
        #expect(end.settle(.seconds(5), .sample).words == ["arm end 6.0"])
        #expect(end.reach(isPaused: false, .sample, at: .seconds(6)).words == ["finish duration"])
    }
}
