import Testing

@testable import DualCamGraph

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
        // The picture at 120 belongs to the new file's time only if the boundary is before it.
        #expect(inNew == [.skip, .skip, .skip, boundary == 100 ? .keyless : .skip, .take, .take])
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
