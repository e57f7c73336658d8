import DualCamConfig
import Testing

@testable import DualCamTiming

/// The interval of a recording with pauses. Times are in milliseconds.
@Suite struct PauseIntervalTests {
    private static let millisecond: Int64 = 1_000_000
    /// A cadence of 25 frames per second.
    private let cadence = Cadence([FrameRate(25)])

    /// Returns an interval with one picture stream (0) that began at 100 ms and has a frame every 40 ms, the last one
    /// at `last`.
    private func running(to last: Int64) -> SessionInterval {
        var interval = SessionInterval(deciding: [0])
        for time in stride(from: 100, through: last, by: 40) { _ = picture(&interval, time) }
        return interval
    }

    private func picture(_ interval: inout SessionInterval, _ time: Int64) -> SessionInterval.Verdict {
        interval.observe(
            stream: 0, time: time * Self.millisecond, duration: 40 * Self.millisecond, isAudio: false)
    }

    private func sound(_ interval: inout SessionInterval, _ time: Int64) -> SessionInterval.Verdict {
        interval.observe(
            stream: 1, time: time * Self.millisecond, duration: 20 * Self.millisecond, isAudio: true)
    }

    private func inside(_ earlier: Int64) -> SessionInterval.Verdict { .inside(earlier: earlier * Self.millisecond) }

    /// A pause from 550 ms on that should end at 1000 ms is 520 ms long, which is 13 frames.
    @Test func aPauseIsWholeFramesLong() {
        var interval = running(to: 500)
        #expect(interval.pause(at: 500 * Self.millisecond) == 550 * Self.millisecond)
        #expect(interval.pause(at: 600 * Self.millisecond) == nil)
        #expect(picture(&interval, 540) == inside(0))
        #expect(picture(&interval, 580) == .paused)
        #expect(!interval.contains(580 * Self.millisecond))
        #expect(interval.resume(at: 950 * Self.millisecond, cadence) == 1070 * Self.millisecond)
        #expect(interval.resume(at: 951 * Self.millisecond, cadence) == nil)
        #expect(picture(&interval, 1060) == .paused)
        #expect(picture(&interval, 1100) == inside(520))
        #expect(interval.contains(1100 * Self.millisecond))
    }

    /// A pause begins and ends after all buffers that have already arrived.
    @Test func pausesAreAheadOfEverythingThatCame() {
        var interval = running(to: 700)
        #expect(interval.pause(at: 100 * Self.millisecond) == 700 * Self.millisecond + 1)
        _ = sound(&interval, 980)
        #expect(interval.resume(at: 100 * Self.millisecond, cadence) == 1060 * Self.millisecond + 1)
    }

    @Test func soundIsCutToTheSampleAtBothEnds() {
        var interval = running(to: 500)
        _ = interval.pause(at: 500 * Self.millisecond)
        #expect(sound(&interval, 520) == inside(0))
        #expect(sound(&interval, 540) == .part(skip: 0, length: 10 * Self.millisecond, earlier: 0))
        #expect(sound(&interval, 560) == .paused)
        _ = interval.resume(at: 950 * Self.millisecond, cadence)
        #expect(sound(&interval, 1040) == .paused)
        #expect(
            sound(&interval, 1060)
                == .part(skip: 10 * Self.millisecond, length: 10 * Self.millisecond, earlier: 520 * Self.millisecond))
        #expect(sound(&interval, 1080) == inside(520))
    }

    /// A camera's clock drifted in the pause: it continues with the frame that fits best after its last one.
    @Test(
        arguments: [
            (500, [1022, 1062, 1102], [false, true, true]), (540, [1032, 1072, 1112], [false, false, true]),
            (540, [1042, 1082, 1122], [false, true, true]),
        ] as [(Int64, [Int64], [Bool])])
    func tremblingFramesGoOnInTheirPlaces(last: Int64, times: [Int64], areRecorded: [Bool]) {
        var interval = running(to: last)
        _ = interval.pause(at: 500 * Self.millisecond)
        _ = interval.resume(at: 950 * Self.millisecond, cadence)
        #expect(times.map { picture(&interval, $0) } == areRecorded.map { $0 ? inside(520) : .paused })
    }

    /// A scheduled end counts recorded time; an end that is set during a pause is at the pause's start.
    @Test func anEndMovesWithAPauseOrIsIt() {
        var interval = running(to: 500)
        #expect(interval.end(at: 900 * Self.millisecond) == 900 * Self.millisecond)
        _ = interval.pause(at: 500 * Self.millisecond)
        var stopped = interval
        #expect(stopped.end(at: 700 * Self.millisecond) == 550 * Self.millisecond)
        #expect(picture(&stopped, 740) == .late)
        _ = interval.resume(at: 950 * Self.millisecond, cadence)
        #expect(interval.end(at: 1420 * Self.millisecond) == 1420 * Self.millisecond)
        #expect(picture(&interval, 1380) == inside(520))
        #expect(picture(&interval, 1420) == .late)
    }

    @Test func aDelayedStartComesSoMuchLater() {
        var interval = SessionInterval(deciding: [0], delay: 300 * Self.millisecond)
        #expect(picture(&interval, 100) == .early)
        #expect(interval.start == 400 * Self.millisecond)
        #expect(picture(&interval, 380) == .early)
        #expect(picture(&interval, 420) == inside(0))
    }

    @Test func aRecordingMayBeginWithAPause() {
        var interval = SessionInterval(deciding: [0])
        #expect(interval.pause(at: 0) == nil)
        #expect(sound(&interval, 90) == .early)
        #expect(picture(&interval, 100) == .early)
        #expect(picture(&interval, 140) == .paused)
        #expect(interval.start == 110 * Self.millisecond)
        #expect(sound(&interval, 100) == .paused)
        #expect(interval.resume(at: 200 * Self.millisecond, cadence) == 310 * Self.millisecond)
        #expect(picture(&interval, 300) == .paused)
        #expect(picture(&interval, 340) == inside(200))
    }
}

@Suite struct CadenceTests {
    /// The shortest time that is a whole number of frames at every rate. If rates never agree, the slowest counts.
    @Test(
        arguments: [
            ([30], 1, 33_333_333), ([30], 33_333_334, 66_666_667), ([30, 15], 100, 66_666_667),
            ([30, 25], 1, 200_000_000), ([30, 25], 200_000_001, 400_000_000),
        ] as [([Int], Int64, Int64)])
    func commonPeriods(rates: [Int], least: Int64, length: Int64) {
        #expect(Cadence(rates.map { FrameRate($0) }).length(atLeast: least) == length)
    }

    /// A slow camera must not make pauses longer. Previously, a pause of five seconds beside a camera with one frame
    /// per minute lasted two minutes.
    @Test func slowCamerasMakeNoPauseLonger() {
        #expect(Cadence([FrameRate(25), FrameRate(1, 60)]) == Cadence([FrameRate(25)]))
        #expect(Cadence([FrameRate(1, 60)]).length(atLeast: 5_000_000_000) == 5_000_000_000)
    }

    @Test func ratesThatHardlyEverMeetGoByTheSlowest() {
        let cadence = Cadence([FrameRate(30), FrameRate(30000, 1001)])
        #expect(cadence.length(atLeast: 1) == 33_366_667)
        #expect(cadence.longest == 33_366_666)
    }
}
