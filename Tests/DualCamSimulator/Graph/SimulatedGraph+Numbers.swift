import DualCamConfig
import DualCamPlan

/// The numbers that a camera's driver gives its frames. They count on during a pause and across lost frames.
extension SimulatedGraph {
    /// Returns the camera of an output; `nil` for the combined picture.
    func camera(of output: OutputName) -> InputName? { inputs.first { $0.name.rawValue == output.rawValue }?.name }

    /// Restarts the driver's numbers at 0, because the output's camera has been opened.
    func beginNumbers(of index: Int) {
        let output = outputs[index]
        guard camera(of: output.name) != nil else { return }
        outputs[index].firstNumber = -Int64(output.cursor + paused(before: output.cursor, of: output.grid))
        outputs[index].counted = nil
    }

    /// Returns how many frames a closed file should have by its camera's frame numbers; `nil` if its output is no
    /// camera's, or if it has no frames. Stores the last frame, for comparison with the next file.
    func count(of media: MediaFile, _ index: Int) -> FrameCount? {
        guard let base = outputs[index].firstNumber, let first = media.first, let end = media.end else { return nil }
        let (before, behind) = (paused(before: first, of: media.grid), paused(before: end - 1, of: media.grid))
        let lost = outputs[index].counted.map { max(0, first - $0) }
        outputs[index].counted = media.runs.last?.to
        let missing = world.plant == .lossUnnumbered ? media.lost : 0
        return FrameCount(
            first: base + Int64(first + before), last: base + Int64(end - 1 + behind - missing), leftOut: media.leftOut,
            paused: behind - before, before: lost)
    }

    /// Returns how many frames arrived in pauses before the frame with this index. Pauses are a whole number of frames
    /// long.
    private func paused(before frame: Int, of grid: FrameGrid) -> Int {
        let time = grid.time(of: frame)
        let length = running(time, .behind).nanoseconds - time
        return Int((Double(length) * grid.rate.framesPerSecond / Double(Span.second)).rounded())
    }
}
