package import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Finds where the sound of a file lies along a recording, and how its clock drifts, by comparing it with the recorded sound: first how
/// the loudness of pieces of a minute changes, anywhere in the file; then the samples of short windows, near where those tell.
package struct SoundFinder: Sendable {
    /// The place, and how sure it is.
    package struct Finding: Sendable, Equatable {
        package var placement: SoundPlacement
        /// The sound's length in seconds, by the recording's clock.
        package var length: Double
        /// The windows in which something was recognised, and those of them that agree.
        package var recognised: Int
        package var agreeing: Int
        /// Their mean distance in seconds.
        package var deviation: Double
    }

    /// The reasons why no place is told.
    package enum Doubt: Sendable, Equatable {
        /// Nothing is heard in the recording.
        case recordingIsSilent
        /// Nothing is heard in the file.
        case soundIsSilent
        /// Nothing of one is in the other.
        case unlike
        /// The sound fits several positions equally well, or positions contradict each other.
        case ambiguous
    }

    package enum Outcome: Sendable, Equatable {
        case found(Finding)
        case doubtful(Doubt)
        /// The search was cancelled.
        case ended
    }

    /// Seconds of a piece whose loudness is compared, and the most pieces that are.
    private static let (piece, most) = (60, 60)
    /// Seconds by which pieces, and windows, may differ from the others.
    private static let (roughly, exactly) = (0.05, 0.002)

    private let path: String
    private let files: [CompositionSources.File]
    private let whole: Range<Int64>
    private let clock: CompositionClock

    /// - Parameters:
    ///   - path: the file that is looked for in the recording.
    ///   - files: the recording's, with sound, in their order.
    ///   - whole: the recording, in nanoseconds of the timeline.
    package init(_ path: String, in files: [CompositionSources.File], _ whole: Range<Int64>, on clock: CompositionClock)
    {
        (self.path, self.files, self.whole, self.clock) = (path, files, whole, clock)
    }

    /// Blocks.
    ///
    /// - Parameter goesOn: is told four times a second how many nanoseconds of sound have been heard, of the recording once and of the
    ///   file twice; returns false when it is to end.
    package func find(goesOn: (Int64) -> Bool) throws(GraphFailure) -> Outcome {
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

    // MARK: What is heard
    /// Returns the changes of the recording's loudness, and windows of its sound; `nil`: the search was cancelled.
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

    /// Returns the changes of the file's loudness, and its samples; `nil`: the search was cancelled.
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

    // MARK: Where it is
    /// The line on which the places of pieces of the recording lie.
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
        /// Seconds from the recording's beginning, pauses counted.
        var at: Double
        var steps: Range<Int>
    }

    /// Pieces of the recording between its pauses, spread over all of it.
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

    /// Places of windows, and how many were compared; `nil`: it was ended.
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
