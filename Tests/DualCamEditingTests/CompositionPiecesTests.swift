import Testing

@testable import DualCamConfig
@testable import DualCamEditing
@testable import DualCamPlan

/// The division of a picture into chunks.
@Suite struct CompositionPiecesTests {
    /// Each frame belongs to one chunk, chunks follow each other without a gap, and a frame's time may be rounded in
    /// either direction.
    @Test(arguments: [FrameRate(30), FrameRate(30000, 1001), FrameRate(25), FrameRate(60), FrameRate(24000, 1001)])
    func everyFrameIsInOnePiece(_ rate: FrameRate) {
        let start = rate.time(ofFrame: 100 * Int64(rate.numerator) + 7)
        let end = rate.time(ofFrame: 100 * Int64(rate.numerator) + 7 + 1000)
        let pieces = CompositionPieces(start..<end, rate: rate, piece: .seconds(7))
        #expect(pieces.frames == 1000)
        #expect((0..<pieces.count).reduce(0) { $0 + pieces.frames(of: $1) } == 1000)
        #expect(pieces.start(of: 0) == start && pieces.start(of: pieces.count) == end)
        var counts = [Int](repeating: 0, count: pieces.count)
        for frame in 0..<1000 {
            let time = rate.time(ofFrame: 100 * Int64(rate.numerator) + 7 + Int64(frame))
            for offset in [-1, 0, 1] as [Int64] { #expect(pieces.number(at: time + offset) == frame / pieces.length) }
            counts[pieces.number(at: time)] += 1
        }
        #expect(counts == (0..<pieces.count).map { pieces.frames(of: $0) })
    }

    /// A recording without a combined file begins between two of the mixer's frames; the next frame is the first.
    @Test func itBeginsWithTheFirstFrameThatIsKept() {
        let pieces = CompositionPieces(10_010_000_000..<12_010_000_000, rate: FrameRate(30), piece: .seconds(1))
        #expect(pieces.start(of: 0) == 10_033_333_333)
        #expect(pieces.frames == 60 && pieces.count == 2)
        #expect(pieces.start(of: 2) == 12_033_333_333)
    }

    /// A week at 60 frames per second.
    @Test func longRecordingsHaveManyPieces() {
        let week = 7 * 86_400 * 1_000_000_000 as Int64
        let pieces = CompositionPieces(0..<week, rate: FrameRate(60000, 1001), piece: .seconds(60))
        #expect(pieces.length == 3596 && pieces.count == (pieces.frames + 3595) / 3596)
        #expect(pieces.frames == 36_251_749)
        #expect(abs(pieces.start(of: pieces.count) - week) < 20_000_000)
    }

    /// 10 s at 29.97 frames per second are 299.7 frames.
    @Test(arguments: [(FrameRate(30000, 1001), 10, 300), (FrameRate(24000, 1001), 10, 240), (FrameRate(25), 3, 75)])
    func aPieceHasTheNearestNumberOfFrames(_ rate: FrameRate, _ seconds: Int, _ frames: Int) {
        let pieces = CompositionPieces(0..<60_000_000_000, rate: rate, piece: .seconds(seconds))
        #expect(pieces.length == frames)
    }

    @Test func theirFilesFollowEachOther() {
        let pieces = CompositionPieces(0..<2_500_000_000, rate: FrameRate(10), piece: .seconds(1))
        let placed = pieces.placed([("a", 5), ("b", 0), ("c", 7)])
        #expect(placed.map(\.start) == [0, 1_000_000_000, 2_000_000_000])
        #expect(placed.map(\.end) == [1_000_000_000, 2_000_000_000, 2_500_000_000])
        #expect(placed.map(\.offset) == [-5, 1_000_000_000, 1_999_999_993])
    }
}
