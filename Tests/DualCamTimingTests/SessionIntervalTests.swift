import DualCamConfig
import Testing

@testable import DualCamTiming

@Suite struct SessionIntervalTests {
    private let frame: Int64 = 33_000_000

    /// The start must be after all frames that were already skipped, or their stream would lack a frame.
    @Test func theStartLiesBehindEverythingPassedOver() {
        var interval = SessionInterval(deciding: [0, 1])
        #expect(interval.observe(stream: 0, time: 100_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.observe(stream: 2, time: 140_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.start == nil)
        #expect(interval.observe(stream: 1, time: 120_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.start == 140_000_001)
        #expect(interval.observe(stream: 2, time: 173_000_000, duration: frame, isAudio: false) == .inside(earlier: 0))
    }

    /// Sound is kept from the packet that contains the start; a packet that ends before the start is skipped.
    @Test(
        arguments: [(79_000_000, .early), (80_000_001, .inside(earlier: 0)), (95_000_000, .inside(earlier: 0))]
            as [(Int64, SessionInterval.Verdict)])
    func soundBeginsWithThePacketAtTheStart(time: Int64, verdict: SessionInterval.Verdict) {
        var interval = SessionInterval(deciding: [0])
        _ = interval.observe(stream: 0, time: 100_000_000, duration: frame, isAudio: false)
        #expect(interval.start == 100_000_000)
        #expect(interval.observe(stream: 1, time: time, duration: 20_000_000, isAudio: true) == verdict)
    }

    /// Several tracks begin and end at the same time, whatever their buffers are; the end is after everything that was
    /// recorded.
    @Test func alignedSoundIsCutToTheInterval() {
        let packet: Int64 = 20_000_000
        var interval = SessionInterval(deciding: [0], alignsSound: true)
        _ = interval.observe(stream: 0, time: 100_000_000, duration: frame, isAudio: false)
        let seen = { (interval: inout SessionInterval, stream: Int, time: Int64) in
            interval.observe(stream: stream, time: time, duration: packet, isAudio: true)
        }
        #expect(seen(&interval, 1, 95_000_000) == .part(skip: 5_000_000, length: 15_000_000, earlier: 0))
        #expect(seen(&interval, 2, 85_000_000) == .part(skip: 15_000_000, length: 5_000_000, earlier: 0))
        #expect(seen(&interval, 1, 115_000_000) == .inside(earlier: 0))
        #expect(interval.end(at: 120_000_000) == 135_000_000)
        #expect(seen(&interval, 2, 105_000_000) == .inside(earlier: 0))
        #expect(seen(&interval, 2, 125_000_000) == .part(skip: 0, length: 10_000_000, earlier: 0))
        #expect(seen(&interval, 1, 135_000_000) == .late)
        #expect(seen(&interval, 2, 145_000_000) == .late)
    }

    /// During a pre-roll everything passes. An interval that begins in the pre-roll continues like any other, and its
    /// end is after everything that passed.
    @Test func anIntervalBeginsInThePast() {
        var interval = SessionInterval(deciding: [0])
        interval.roll(from: 0)
        for time in stride(from: Int64(100_000_000), to: 400_000_000, by: 33_000_000) {
            #expect(interval.observe(stream: 0, time: time, duration: frame, isAudio: false) == .inside(earlier: 0))
        }
        #expect(interval.start == nil && interval.isRolling)
        interval.begin(in: 200_000_000)
        #expect(interval.start == 200_000_000 && !interval.isRolling)
        #expect(interval.observe(stream: 0, time: 430_000_000, duration: frame, isAudio: false) == .inside(earlier: 0))
        #expect(interval.end(at: 300_000_000) == 430_000_001)
        #expect(interval.observe(stream: 0, time: 463_000_000, duration: frame, isAudio: false) == .late)
        interval.hold()
        #expect(interval.observe(stream: 0, time: 500_000_000, duration: frame, isAudio: false) == .early)
    }

    /// The packets of all tracks' encoders have the same times, so that all tracks begin with the same packet.
    @Test func severalTracksRollFromOneInstant() {
        var interval = SessionInterval(deciding: [0], alignsSound: true)
        interval.roll(from: 100_000_000)
        let seen = { (interval: inout SessionInterval, stream: Int, time: Int64) in
            interval.observe(stream: stream, time: time, duration: 20_000_000, isAudio: true)
        }
        #expect(seen(&interval, 1, 75_000_000) == .early)
        #expect(seen(&interval, 1, 95_000_000) == .part(skip: 5_000_000, length: 15_000_000, earlier: 0))
        #expect(seen(&interval, 2, 85_000_000) == .part(skip: 15_000_000, length: 5_000_000, earlier: 0))
        #expect(seen(&interval, 2, 105_000_000) == .inside(earlier: 0))
    }

    /// Between two takes everything is early; the next take begins after all that was skipped meanwhile.
    @Test func anotherIntervalFollows() {
        var interval = SessionInterval(deciding: [0])
        _ = interval.observe(stream: 0, time: 100_000_000, duration: frame, isAudio: false)
        _ = interval.end(at: 200_000_000)
        interval.hold()
        #expect(interval.observe(stream: 0, time: 300_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.observe(stream: 1, time: 320_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.start == nil && interval.stop == nil)
        interval.begin(deciding: [0], delay: 0)
        #expect(interval.observe(stream: 1, time: 353_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.observe(stream: 0, time: 333_000_000, duration: frame, isAudio: false) == .early)
        #expect(interval.start == 353_000_001)
        #expect(interval.observe(stream: 1, time: 386_000_000, duration: frame, isAudio: false) == .inside(earlier: 0))
    }

    @Test func nothingStartsSoEarlyThatAnEncodersDelayGoesBelowZero() {
        var interval = SessionInterval(deciding: [0], earliest: 31_333_333)
        #expect(interval.observe(stream: 0, time: 0, duration: frame, isAudio: false) == .early)
        #expect(interval.start == 31_333_333)
    }

    /// A buffer is used as a whole, including its part before the start. It must not begin before the earliest time
    /// that the encoder accepts, however long it is. With several tracks each is cut at the start itself.
    @Test(arguments: [
        (0, 20_000_000, false, 21_000_000), (0, 100_000_000, false, 100_000_000),
        (21_000_000, 100_000_000, false, 21_000_000),
        (0, 100_000_000, true, 21_000_000),
    ])
    func soundThatBeginsTooEarlyIsPassedOver(time: Int64, duration: Int64, aligns: Bool, start: Int64) {
        var interval = SessionInterval(deciding: [0], alignsSound: aligns, earliest: 21_000_000)
        let first = interval.observe(stream: 0, time: time, duration: duration, isAudio: true)
        #expect(interval.start == start)
        #expect((first == .early) == (time + duration <= start))
    }

    /// Late sound whose start the encoder would move below zero is left out.
    @Test func lateSoundFromBeforeTheEarliestStartIsLeftOut() {
        var interval = SessionInterval(deciding: [0], earliest: 21_000_000)
        _ = interval.observe(stream: 0, time: 33_000_000, duration: frame, isAudio: false)
        #expect(interval.start == 33_000_000)
        #expect(interval.observe(stream: 1, time: 0, duration: 40_000_000, isAudio: true) == .early)
        #expect(
            interval.observe(stream: 1, time: 40_000_000, duration: 40_000_000, isAudio: true) == .inside(earlier: 0))
    }

    /// With a duration, the end is set as soon as recording begins; losses until then still count.
    @Test(arguments: [(99, false), (100, true), (499, true), (500, false)])
    func anEndThatIsSetBeforehandIsNotReachedYet(milliseconds: Int64, isInside: Bool) {
        var interval = SessionInterval(deciding: [0])
        #expect(!interval.contains(milliseconds * 1_000_000))
        _ = interval.observe(stream: 0, time: 100_000_000, duration: frame, isAudio: false)
        _ = interval.end(at: 500_000_000)
        #expect(interval.contains(milliseconds * 1_000_000) == isInside)
    }

    /// A take that is ended with its first frames has one frame of each output; a pause continues.
    @Test func aTakeIsNoShorterThanAFrame() {
        var interval = SessionInterval(deciding: [0], shortest: 50_000_000)
        _ = interval.observe(stream: 0, time: 200_000_000, duration: frame, isAudio: false)
        #expect(interval.end(at: 201_000_000) == 250_000_000)
        var paused = SessionInterval(deciding: [0], shortest: 50_000_000)
        _ = paused.pause(at: 0)
        _ = paused.observe(stream: 0, time: 200_000_000, duration: frame, isAudio: false)
        #expect(paused.end(at: 201_000_000) == 200_000_000)
    }

    @Test func theEndIsNeverBeforeWhatWasRecorded() {
        var interval = SessionInterval(deciding: [0])
        _ = interval.observe(stream: 0, time: 200_000_000, duration: frame, isAudio: false)
        _ = interval.observe(stream: 0, time: 233_000_000, duration: frame, isAudio: false)
        #expect(interval.end(at: 800_000_000) == 800_000_000)
        #expect(interval.end(at: 210_000_000) == 233_000_001)
        #expect(interval.observe(stream: 0, time: 266_000_000, duration: frame, isAudio: false) == .late)
    }

    /// The wall clock is set back, so the end is later, unless one of the streams has already ended.
    @Test func anEndThatIsNotReachedCanBeMovedToALaterTime() {
        var interval = SessionInterval(deciding: [0, 1])
        for stream in 0..<2 { _ = interval.observe(stream: stream, time: 0, duration: frame, isAudio: false) }
        #expect(interval.end(at: 200_000_000) == 200_000_000)
        #expect(interval.end(at: 300_000_000) == 300_000_000)
        let inTime = interval.observe(stream: 0, time: 266_000_000, duration: frame, isAudio: false)
        #expect(inTime == .inside(earlier: 0))
        #expect(interval.observe(stream: 1, time: 301_000_000, duration: frame, isAudio: false) == .late)
        #expect(interval.end(at: 900_000_000) == 300_000_000)
        interval.hold()
        interval.begin(deciding: [0], delay: 0)
        _ = interval.observe(stream: 0, time: 1_000_000_000, duration: frame, isAudio: false)
        #expect(interval.end(at: 2_000_000_000) == 2_000_000_000)
        #expect(interval.end(at: 3_000_000_000) == 3_000_000_000)
    }

    /// An end that sound has reached cannot be moved.
    @Test func anEndToWhichSoundWasCutStays() {
        var interval = SessionInterval(deciding: [0], alignsSound: true)
        _ = interval.observe(stream: 0, time: 0, duration: frame, isAudio: true)
        #expect(interval.end(at: 50_000_000) == 50_000_000)
        let cut = interval.observe(stream: 0, time: 33_000_000, duration: frame, isAudio: true)
        #expect(cut == .part(skip: 0, length: 17_000_000, earlier: 0))
        #expect(interval.end(at: 900_000_000) == 50_000_000)
    }
}
