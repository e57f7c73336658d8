import DualCamConfig
import DualCamPlan
import DualCamTestKit
@testable import DualCamRecordings
@testable import DualCamSession
import Testing

/// An output without new frames while pictures arrive is reported once, and again when it continues.
@Suite struct StillOutputWatchTests {
    private func reading(_ output: OutputName, _ frames: Int, frame: Duration = .zero) -> StillOutputWatch.Reading {
        .init(output: output, frames: frames, timeouts: FrameTimeouts(frame: frame))
    }

    @Test func anOutputThatStandsStillIsToldOnceAndWhenItGoesOn() {
        var watch = StillOutputWatch()
        var told: [StillOutputWatch.Action] = []
        for second in 0...20 {
            told += watch.observe([reading(.combined, 0), reading(back, second * 30)], at: .seconds(second))
        }
        #expect(told == [.still(.combined, since: .zero)])
        #expect(watch.still == [.combined])
        #expect(
            watch.observe([reading(.combined, 1)], at: .seconds(21)) == [
                .ended(.combined, since: .zero, isWritten: true)
            ])
        #expect(watch.still.isEmpty)
    }

    /// After a pause, a camera's own H.264 resumes at its next key frame.
    @Test func aWaitForAKeyFrameIsNoStandstill() {
        var watch = StillOutputWatch()
        var reading = reading(back, 7)
        reading.keyFrames = .seconds(30)
        for second in 0..<40 { #expect(watch.observe([reading], at: .seconds(second)).isEmpty) }
        #expect(watch.observe([reading], at: .seconds(40)) == [.still(back, since: .zero)])
    }

    /// An output that rested, or whose camera was lost, has the full time limit again once frames are due.
    @Test func timeInWhichNothingIsDueDoesNotCount() {
        var watch = StillOutputWatch()
        #expect(watch.observe([reading(back, 7)], at: .zero).isEmpty)
        #expect(watch.observe([], at: .seconds(4)).isEmpty)
        #expect(watch.observe([reading(back, 7)], at: .seconds(6)).isEmpty)
        #expect(watch.observe([reading(back, 7)], at: .seconds(15)).isEmpty)
        #expect(watch.observe([reading(back, 7)], at: .seconds(16)) == [.still(back, since: .seconds(6))])
    }

    /// If a camera is lost or the recording is paused, no frames are due, and the standstill ends.
    @Test func whatIsNotDueAnyMoreHasEnded() {
        var watch = StillOutputWatch()
        for second in 0...12 { _ = watch.observe([reading(back, 7)], at: .seconds(second)) }
        #expect(watch.still == [back])
        #expect(watch.observe([], at: .seconds(13)) == [.ended(back, since: .zero, isWritten: false)])
        #expect(watch.still.isEmpty && watch.observe([], at: .seconds(14)).isEmpty)
    }

    /// A restored output counts its frames from 0, and writes them.
    @Test func anotherCountIsNoStandstill() {
        var watch = StillOutputWatch()
        #expect(watch.observe([reading(back, 900)], at: .zero).isEmpty)
        for second in 1...12 { #expect(watch.observe([reading(back, second)], at: .seconds(second)).isEmpty) }
        #expect(watch.observe([reading(back, 0)], at: .seconds(20)).isEmpty)
        #expect(watch.observe([reading(back, 0)], at: .seconds(30)) == [.still(back, since: .seconds(20))])
    }

    /// With one frame per minute, nothing is missing for the time of three frames.
    @Test func slowCamerasHaveTheTimeOfSomeFrames() {
        var watch = StillOutputWatch()
        #expect(watch.observe([reading(back, 0, frame: .seconds(60))], at: .zero).isEmpty)
        #expect(watch.observe([reading(back, 0, frame: .seconds(60))], at: .seconds(180)).isEmpty)
        #expect(watch.observe([reading(back, 0, frame: .seconds(60))], at: .seconds(185)).count == 1)
    }
}
