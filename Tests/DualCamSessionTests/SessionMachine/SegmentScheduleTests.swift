import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: boundaries")
struct SegmentScheduleTests {
    private static func settings(_ segment: Duration? = .seconds(60)) -> SessionSettings {
        SessionSettings(outputs: [back, front], segment: segment)
    }

    private static func span(end: RunningTime? = nil, _ cuts: CutList.Cut...) -> TakeSpan {
        TakeSpan(start: .seconds(1), end: end, pauses: CutList(cuts))
    }

    /// Segments of a minute: the first boundary is at 61 s of running time and is requested three seconds earlier.
    @Test(arguments: [
        (span(), ["arm segment 59.0"]), (TakeSpan(), []), (span(end: .seconds(61)), []),
        (span(end: .seconds(62)), ["arm segment 59.0"]),
        (span(.init(from: .seconds(20), to: .seconds(30))), ["arm segment 69.0"]),
        (span(.init(from: .seconds(20), to: nil)), []),
    ])
    func `the first boundary`(span: TakeSpan, expected: [String]) {
        #expect(SegmentSchedule().schedule(span, .sample, Self.settings()).words == expected)
    }

    @Test func `short segments are asked for half of one ahead, and no segments never`() {
        #expect(
            SegmentSchedule().schedule(Self.span(), .sample, Self.settings(.seconds(2))).words == ["arm segment 3.0"])
        #expect(SegmentSchedule().schedule(Self.span(), .sample, Self.settings(nil)) == [])
    }

    @Test func `boundaries keep to the start, whatever comes in between`() {
        var segments = SegmentSchedule()
        #expect(segments.reach(Self.span(), .at(59, .running, Self.settings())) == .seconds(61))
        #expect(segments.announced == .seconds(61))
        // The boundary of 121 s has passed: the files begin as soon as possible, and the following ones at their usual
        // times.
        let late = segments.reach(Self.span(), .at(123, .running, Self.settings()))
        #expect(late == RunningTime(nanoseconds: 122_300_000_000))
        #expect(segments.reach(Self.span(), .at(180, .running, Self.settings())) == .seconds(181))
        #expect(
            segments.reach(Self.span(.init(from: .seconds(130), to: nil)), .at(140, .running, Self.settings())) == nil)
    }

    /// The machine slept for minutes: one new file begins for all missed boundaries together.
    @Test func `one file begins for all boundaries in which nothing ran`() {
        var segments = SegmentSchedule()
        #expect(segments.reach(Self.span(), .at(59, .running, Self.settings())) == .seconds(61))
        let late = segments.reach(Self.span(), .at(300, .running, Self.settings()))
        #expect(late == RunningTime(nanoseconds: 299_300_000_000))
        #expect(segments.reach(Self.span(), .at(300, .running, Self.settings())) == .seconds(301))
    }

    @Test func `behind a pause a boundary comes no sooner than files can be opened`() {
        var segments = SegmentSchedule()
        let span = Self.span(.init(from: .seconds(61), to: .seconds(70)))
        #expect(
            segments.reach(span, .at(71, .running, Self.settings()))
                == RunningTime(nanoseconds: 70_300_000_000))
    }

    struct Comeback: Sendable, CustomTestStringConvertible {
        var what: String
        /// The session's time in seconds; a boundary is announced for 61 s of running time.
        var second: Int
        var end: RunningTime?
        var pause: CutList.Cut?
        var times: [Double]
        var testDescription: String { what }
    }

    @Test(arguments: [
        Comeback(what: "well before the boundary", second: 59, times: [58.3, 61]),
        Comeback(what: "just before it", second: 61, times: [61]),
        Comeback(what: "behind it", second: 70, times: [69.3]),
        Comeback(what: "too near the end", second: 70, end: .seconds(70), times: []),
        Comeback(what: "in a pause", second: 70, pause: .init(from: .seconds(60), to: nil), times: [60]),
        Comeback(what: "behind one", second: 90, pause: .init(from: .seconds(60), to: .seconds(80)), times: [89.3]),
    ])
    func `an output that comes back gets a file soon, and its share of a boundary`(row: Comeback) {
        var segments = SegmentSchedule()
        _ = segments.reach(Self.span(), .at(58, .running, Self.settings()))
        let span = TakeSpan(start: .seconds(1), end: row.end, pauses: CutList(row.pause.map { [$0] } ?? []))
        let times = segments.comeback(span, .at(row.second, .running, Self.settings()))
        let told = [times?.first, times?.boundary].compactMap { $0 }
        #expect(told == row.times.map { RunningTime(nanoseconds: Int64(($0 * 10).rounded()) * 100_000_000) })
    }

    @Test(arguments: [
        (40 as Int64, nil as RunningTime?, SegmentSchedule.Split.new(RunningTime(nanoseconds: 40_300_000_000))),
        (58, nil, .isDue(.seconds(61))), (60, nil, .isDue(.seconds(61))),
        (62, nil, .new(RunningTime(nanoseconds: 62_300_000_000))),
        (40, .seconds(41), .tooLate),
    ])
    func `a split that a person asks for`(running: Int64, end: RunningTime?, expected: SegmentSchedule.Split) {
        var segments = SegmentSchedule()
        if running >= 58 { _ = segments.reach(Self.span(), .at(58, .running, Self.settings())) }
        #expect(segments.split(at: .seconds(running), Self.span(end: end), Self.settings()) == expected)
    }

    @Test func `boundaries count from a split, and one that was announced moves with a pause`() {
        var segments = SegmentSchedule()
        segments.restart(at: .seconds(21), CutList())
        #expect(segments.schedule(Self.span(), .sample, Self.settings()).words == ["arm segment 79.0"])
        segments.move(behind: .seconds(20), by: .seconds(5))
        #expect(segments.announced == .seconds(26))
        segments.move(behind: .seconds(26), by: .seconds(5))
        #expect(segments.announced == .seconds(26), "it was past")
    }
}
