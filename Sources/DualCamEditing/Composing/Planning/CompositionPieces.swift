import DualCamConfig
import DualCamPlan

/// The division of a render of the combined picture into chunks, which are rendered one after the other. All chunks
/// except the last one have the same number of frames. Times are nanoseconds on the timeline.
struct CompositionPieces: Sendable, Equatable {
    private let rate: FrameRate
    /// The number of the first frame to render, counted from the start of the timeline.
    private let first: Int64
    /// The number of frames in the whole render.
    let frames: Int
    /// The number of frames in each chunk of the render except the last.
    let length: Int

    /// The rounding tolerance, in nanoseconds, for comparing a frame's time with the start of the file.
    private static let slack: Int64 = 1_000_000

    /// Divides a render into chunks.
    ///
    /// - Parameters:
    ///   - times: the start and the end of the rendered file on the timeline.
    ///   - piece: the duration of a chunk.
    init(_ times: Range<Int64>, rate: FrameRate, piece: Duration) {
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

    var count: Int { (frames + length - 1) / length }

    /// Returns the time of a chunk's first frame. If `piece` is beyond the last chunk, returns the end of the render.
    func start(of piece: Int) -> Int64 { rate.time(ofFrame: first + Int64(min(frames, piece * length))) }

    func frames(of piece: Int) -> Int {
        planted(.lastPieceWhole) ? length : max(0, min(length, frames - piece * length))
    }

    /// Returns the index of the chunk that contains the frame shown at `time`.
    func number(at time: Int64) -> Int {
        Int(max(0, rate.number(from: planted(.roundedFrameNext) ? time : time -| Self.slack) - first)) / length
    }

    /// Returns the files of all chunks with their positions on the timeline.
    ///
    /// - Parameter files: the paths of the chunks' files, with the time stamp of each file's first frame.
    func placed(_ files: [(path: String, first: Int64)]) -> [CompositionSources.File] {
        files.enumerated().map { number, file in
            .init(path: file.path, first: file.first, start: start(of: number), end: start(of: number + 1))
        }
    }
}
