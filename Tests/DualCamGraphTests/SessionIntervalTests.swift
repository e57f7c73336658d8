import DualCamConfig
import GStreamer
import Testing

@testable import DualCamGraph

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

@Suite struct WriterTallyTests {
    private func tally(from: Int64?, until: Int64?) -> Writer.Tally {
        Writer.Tally(from: from, until: until)
    }

    /// At a boundary, the old file ends and the new one begins at the same key frame, so that no frame is lost or
    /// repeated. That frame is after the boundary or exactly on it.
    @Test(arguments: [Int64(100), 159, 160]) func aBoundaryCutsAtTheFirstKeyFrame(boundary: Int64) {
        var (old, new) = (tally(from: nil, until: boundary), tally(from: boundary, until: nil))
        let frames: [(Int64, Bool)] = [(0, true), (40, false), (80, false), (120, false), (160, true), (200, false)]
        let inOld = frames.map { old.admit(.video, at: $0.0, duration: 40, isBoundary: $0.1) }
        let inNew = frames.map { new.admit(.video, at: $0.0, duration: 40, isBoundary: $0.1) }
        #expect(inOld == [.take, .take, .take, .take, .end, .skip])
        #expect(inNew == [.skip, .skip, .skip, .skip, .take, .take])
        #expect((old.frames, old.start, old.end) == (4, 0, 160))
        #expect((new.frames, new.start, new.end) == (2, 160, 240))
    }

    /// Everything was late when the second boundary was requested; three files still follow each other.
    @Test func aBoundaryThatIsNotReachedYetStays() {
        var files = [tally(from: nil, until: nil), tally(from: 80, until: nil), tally(from: 160, until: nil)]
        files[0].end(at: 80)
        for file in 0..<2 { files[file].end(at: 160) }
        for time in stride(from: Int64(0), to: 240, by: 40) {
            for file in files.indices { _ = files[file].admit(.video, at: time, duration: 40, isBoundary: true) }
        }
        #expect(files.map(\.frames) == [2, 2, 2])
    }

    /// A recording ends with its first frames: the sound has reached the end before a picture that took longer. The
    /// picture is still recorded.
    @Test func aPictureThatComesBehindTheEndOfSoundIsTaken() {
        var file = tally(from: nil, until: 40)
        #expect(file.admit(.audio(0), at: 0, duration: 21, isBoundary: true) == .take)
        #expect(file.admit(.audio(0), at: 42, duration: 21, isBoundary: true) == .end)
        #expect(file.admit(.video, at: 0, duration: 40, isBoundary: true) == .take)
        #expect(file.admit(.video, at: 40, duration: 40, isBoundary: true) == .end)
        #expect(file.frames == 1)
    }

    /// A file whose sound has ended before it got any does not begin.
    @Test func aFileWithoutItsSoundDoesNotBegin() {
        var file = tally(from: 100, until: nil)
        file.ended.insert(.audio(0))
        #expect(file.admit(.video, at: 100, duration: 40, isBoundary: true) == .skip)
    }

    /// The audio packet that contains the boundary begins the new file, so that sound is the first data in every file.
    /// The packet may begin or end at the boundary.
    @Test(arguments: [Int64(100), 84, 104]) func soundIsCutAtThePacketWithTheBoundary(boundary: Int64) {
        var (old, new) = (tally(from: nil, until: boundary), tally(from: boundary, until: nil))
        let packets: [Int64] = [0, 21, 42, 63, 84, 105]
        #expect(
            packets.map { old.admit(.audio(0), at: $0, duration: 21, isBoundary: true) } == [
                .take, .take, .take, .take, .end, .skip,
            ])
        #expect(
            packets.map { new.admit(.audio(0), at: $0, duration: 21, isBoundary: true) } == [
                .skip, .skip, .skip, .skip, .take, .take,
            ])
    }
}

@Suite struct ClipLengthTests {
    /// The length of a repetition is rounded down to whole frames. Sound that is slightly longer than the picture must
    /// not leave a gap in each repetition.
    @Test(
        arguments: [
            (5_312_000_000, 25, 1, 5_280_000_000), (10_000_000_000, 30, 1, 10_000_000_000),
            (9_999_999_999, 30, 1, 10_000_000_000), (10_010_000_000, 30000, 1001, 10_010_000_000),
            // A container may have any length.
            (.max, 30, 1, 9_223_372_036_833_334_272), (.max, 1_000_000_000, 1, .max), (-1, 30, 1, -1),
        ] as [(Int64, Int, Int, Int64)])
    func aRoundIsWholeFrames(duration: Int64, top: Int, bottom: Int, length: Int64) {
        #expect(ClipProbe.length(duration, FrameRate(top, bottom)) == length)
    }

    /// A repetition begins with a whole frame; a container's rounding to milliseconds does not count as part of a
    /// frame.
    @Test(
        arguments: [
            (0, 40_000_000, 0), (12_000_000, 40_000_000, 0), (-1_300_000_000, 40_000_000, 20_000_000),
            (-1_370_000_000, 66_666_666, 29_999_986), (-80_000_000, 40_000_000, 0), (-79_500_000, 40_000_000, 0),
            (-80_500_000, 40_000_000, 0),
        ] as [(Int64, Int64, Int64)])
    func aRoundBeginsWithAWholeFrame(first: Int64, frame: Int64, start: Int64) {
        #expect(ClipProbe.phase(of: first, frame) == start)
    }
}
