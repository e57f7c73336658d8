import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Finds the position of a sound file in a recording, and the drift of its clock, by comparing it with the recorded
/// sound. The first pass compares loudness changes of one-minute pieces anywhere in the file. The second pass compares
/// samples of short windows near the expected positions.
struct SoundFinder: Sendable {
    /// The position of the sound file in the recording, with measures of its reliability.
    struct Finding: Sendable, Equatable {
        var placement: SoundPlacement
        /// The length of the sound file in seconds, measured with the recording's clock.
        var length: Double
        /// The number of short windows of the recording that were found in the sound file.
        var recognised: Int
        /// The number of recognised windows that agree on the sound file's position.
        var agreeing: Int
        /// The root mean square distance, in seconds, of the agreeing windows' positions from the found position.
        var deviation: Double
    }

    /// The reasons why no position of the sound file was found.
    enum Doubt: Sendable, Equatable {
        /// The recording has no sound that could be compared with the file.
        case recordingIsSilent
        /// The sound file has no sound that could be compared with the recording.
        case soundIsSilent
        /// The sound file matches no position of the recording.
        case unlike
        /// The sound file matches several positions of the recording equally well, or its windows contradict each
        /// other.
        case ambiguous
    }

    enum Outcome: Sendable, Equatable {
        case found(Finding)
        case doubtful(Doubt)
        /// The caller cancelled the search.
        case ended
    }

    /// The pieces of the recording whose loudness is compared with the sound file. `piece`: a piece's length in
    /// seconds. `most`: the maximum number of pieces.
    private static let (piece, most) = (60, 60)
    /// The maximum deviations from a common position that count as agreement, in seconds: `roughly` for pieces,
    /// `exactly` for windows.
    private static let (roughly, exactly) = (0.05, 0.002)

    private let path: String
    private let files: [CompositionSources.File]
    private let whole: Range<Int64>
    private let clock: CompositionClock

    /// Creates a search for a sound file in a recording.
    ///
    /// - Parameters:
    ///   - path: the path of the sound file to find.
    ///   - files: the recording's files with sound, in order.
    ///   - whole: the start and end of the recording, in nanoseconds of its timeline.
    init(_ path: String, in files: [CompositionSources.File], _ whole: Range<Int64>, on clock: CompositionClock) {
        (self.path, self.files, self.whole, self.clock) = (path, files, whole, clock)
    }

    /// Searches for the sound file in the recording. Blocks.
    ///
    /// - Parameter goesOn: called four times a second with the nanoseconds of sound read so far; returns false to
    ///   cancel. The recording is read once and the sound file twice, and both count.
    func find(goesOn: (Int64) -> Bool) throws(GraphFailure) -> Outcome {
        var heard = 0
        let goesOn = { (count: Int) in goesOn(Int64(heard + count) * 1_000_000_000 / Int64(SoundWindow.rate)) }
        guard let (changes, windows) = try recording(goesOn) else { return .ended }
        heard = Int(Double(whole.count) / 1e9 * Double(SoundWindow.rate))
        guard let (sound, count) = try outline(goesOn) else { return .ended }
        heard += count
        guard changes.contains(where: { $0 != 0 }) else { return .doubtful(.recordingIsSilent) }
        guard sound.contains(where: { $0 != 0 }) else { return .doubtful(.soundIsSilent) }
        let rough: ClockFit
        switch fit(changes, in: sound) {
        case .success(let fit): rough = fit
        case .failure(let doubt): return .doubtful(doubt)
        }
        let expected = SoundPlacement(rough)
        guard let (points, compared) = try search(windows, expected, goesOn) else { return .ended }
        guard compared > 0, let fit = ClockFit(points, tolerance: Self.exactly) else { return .doubtful(.unlike) }
        guard 2 * fit.agreeing > points.count else { return .doubtful(.ambiguous) }
        let placement = SoundPlacement(fit, drift: expected.drift)
        return .found(
            Finding(
                placement: placement, length: Double(count) / Double(SoundWindow.rate) / (1 + placement.drift),
                recognised: points.count, agreeing: fit.agreeing, deviation: fit.deviation))
    }

    // MARK: Reading the sound
    /// Reads the recording's sound. Returns its changes in loudness over time, and short windows of its samples; `nil`
    /// if the search was cancelled.
    private func recording(
        _ goesOn: (Int) -> Bool
    ) throws(GraphFailure) -> (changes: [Float], windows: [SoundWindow])? {
        let state = Mutex(
            (outline: SoundOutline(sampleRate: SoundWindow.rate), windows: SoundWindow.all(of: whole, on: clock)))
        var heard = 0
        for file in files {
            let shift = Int(Double(file.offset - whole.lowerBound) * Double(SoundWindow.rate) / 1e9)
            let reader = SoundReader(measuring: file.path, rate: SoundWindow.rate, isTimed: true)
            let count = try reader.read(goesOn: { goesOn(heard + $0) }) { info, first in
                let samples = info.floats
                state.withLock { state in
                    state.outline.add(samples, at: first + shift)
                    state.windows.append(samples, at: first + shift)
                }
                return true
            }
            guard let count else { return nil }
            heard += count
        }
        return state.withLock { ($0.outline.changes, $0.windows) }
    }

    /// Reads the sound file. Returns its changes in loudness over time and the number of its samples; `nil` if the
    /// search was cancelled.
    private func outline(_ goesOn: (Int) -> Bool) throws(GraphFailure) -> (changes: [Float], count: Int)? {
        let outline = Mutex(SoundOutline(sampleRate: SoundWindow.rate))
        let reader = SoundReader(measuring: path, rate: SoundWindow.rate)
        let count = try reader.read(goesOn: goesOn) { info, first in
            let samples = info.floats
            outline.withLock { $0.add(samples, at: first) }
            return true
        }
        return count.map { (outline.withLock { $0.changes }, $0) }
    }

    // MARK: Finding the position
    /// Finds the recording's pieces in the sound file by their loudness. Returns the straight line through their
    /// positions, from which the offset and the drift follow, or the reason why there is no such line.
    private func fit(_ changes: [Float], in sound: [Float]) -> Result<ClockFit, Doubt> {
        let pieces = self.pieces(of: changes.count)
        let search = OutlineSearch(in: sound, longest: pieces.map(\.steps.count).max() ?? 0)
        var (points, isAlike) = ([ClockFit.Point](), false)
        for piece in pieces {
            guard let match = search.place(of: changes[piece.steps]) else { continue }
            isAlike = isAlike || match.clarity >= SoundMatch.clear
            guard match.isClear else { continue }
            let middle = piece.at + Double(piece.steps.count / 2) / Double(SoundOutline.rate)
            points.append(
                ClockFit.Point(
                    part: piece.part, at: middle, begin: piece.at - match.place / Double(SoundOutline.rate)))
        }
        guard let fit = ClockFit(points, tolerance: Self.roughly) else {
            return .failure(isAlike ? .ambiguous : .unlike)
        }
        return 2 * fit.agreeing > points.count ? .success(fit) : .failure(.ambiguous)
    }

    private struct Piece {
        var part: Int
        /// The time from the recording's beginning to the piece, including pauses, in seconds.
        var at: Double
        var steps: Range<Int>
    }

    /// Returns pieces of the recording that contain no pause and are spread evenly over its length.
    private func pieces(of count: Int) -> [Piece] {
        let step = 1_000_000_000 / Int64(SoundOutline.rate)
        let all = clock.stretches.indices.flatMap { index -> [Piece] in
            let times = clock.times(of: index).clamped(to: whole)
            let from = Int((times.lowerBound - whole.lowerBound + step - 1) / step)
            let to = min(count, Int((times.upperBound - whole.lowerBound) / step))
            return stride(from: from, to: to, by: Self.piece * SoundOutline.rate).map { start in
                let time = whole.lowerBound + Int64(start) * step
                return Piece(
                    part: clock.stretches[index].part, at: clock.seconds(at: time),
                    steps: start..<min(to, start + Self.piece * SoundOutline.rate))
            }
        }.filter { $0.steps.count >= 2 * SoundOutline.rate }
        let chosen = (0..<min(all.count, Self.most)).map { all[$0 * all.count / min(all.count, Self.most)] }
        return chosen
    }

    /// Returns the positions of the windows that were recognised in the sound file, and the number of compared windows.
    /// Returns `nil` if the search was cancelled.
    private func search(
        _ windows: [SoundWindow], _ expected: SoundPlacement, _ goesOn: (Int) -> Bool
    ) throws(GraphFailure) -> (points: [ClockFit.Point], compared: Int)? {
        let search = Mutex(WindowSearch(windows, expected: expected))
        let reader = SoundReader(measuring: path, rate: SoundWindow.rate, drift: expected.drift)
        let count = try reader.read(goesOn: goesOn) { info, _ in
            let samples = info.floats
            search.withLock { $0.append(samples) }
            return true
        }
        guard count != nil else { return nil }
        return search.withLock { search in
            search.end()
            return (search.points, search.compared)
        }
    }
}

extension SoundFinder.Doubt: Error {}
