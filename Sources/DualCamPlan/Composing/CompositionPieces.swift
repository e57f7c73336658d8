package import DualCamConfig

/// The division of a rendered combined picture into chunks. All chunks have the same number of frames, except the last
/// one. Times are nanoseconds on the timeline.
package struct CompositionPieces: Sendable, Equatable {
    private let rate: FrameRate
    /// The number of the picture's first frame on the timeline.
    private let first: Int64
    /// `frames`, `length`: the number of frames in the whole picture, and in each chunk except the last.
    package let frames: Int
    package let length: Int

    /// The rounding tolerance in nanoseconds for a frame's time and the file's beginning.
    private static let slack: Int64 = 1_000_000

    /// Divides a rendered picture into chunks.
    ///
    /// - Parameters:
    /// - times: the beginning and end of the file on the timeline.
    /// - piece: the length of a chunk.
    package init(_ times: Range<Int64>, rate: FrameRate, piece: Duration) {
        self.rate = rate
        first = rate.number(from: times.lowerBound -| Self.slack)
        let next = rate.number(from: times.upperBound -| Self.slack)
        frames = max(0, Int(next - first))
        length = max(
            1,
            Int(
                (piece / .seconds(1) * rate.framesPerSecond).rounded(
                    planted(.pieceRoundedDown) ? .down : .toNearestOrAwayFromZero)))
    }

    package var count: Int { (frames + length - 1) / length }

    /// Returns the time of the first frame of a chunk. For a number behind the last chunk, returns the end of the
    /// picture.
    package func start(of piece: Int) -> Int64 { rate.time(ofFrame: first + Int64(min(frames, piece * length))) }

    package func frames(of piece: Int) -> Int {
        planted(.lastPieceWhole) ? length : max(0, min(length, frames - piece * length))
    }

    /// Returns the number of the chunk that contains the frame at a time.
    package func number(at time: Int64) -> Int {
        Int(max(0, rate.number(from: planted(.roundedFrameNext) ? time : time -| Self.slack) - first)) / length
    }

    /// Returns the files of all chunks with their positions on the timeline.
    ///
    /// - Parameter files: the paths, and the times of the first frames in the files.
    package func placed(_ files: [(path: String, first: Int64)]) -> [CompositionSources.File] {
        files.enumerated().map { number, file in
            .init(path: file.path, first: file.first, start: start(of: number), end: start(of: number + 1))
        }
    }
}
