import DualCamConfig
import DualCamPlan

/// The numbers that a camera's driver gives its frames. They go on while the recording is paused, and where frames are lost.
extension SimulatedGraph {
    /// Returns the camera of an output; `nil` for the combined picture.
    func camera(of output: OutputName) -> InputName? { inputs.first { $0.name.rawValue == output.rawValue }?.name }

    /// The camera of an output has been opened: its driver counts from 0.
    func beginNumbers(of index: Int) {
        let output = outputs[index]
        guard camera(of: output.name) != nil else { return }
        outputs[index].firstNumber = -Int64(output.cursor + paused(before: output.cursor, of: output.grid))
        outputs[index].counted = nil
    }

    /// Returns the frames of a file that is closed by the numbers of its camera; the next file's are compared with this one's.
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

    /// Returns how many frames came in pauses before one. Pauses are whole frames long.
    private func paused(before frame: Int, of grid: FrameGrid) -> Int {
        let time = grid.time(of: frame)
        let length = running(time, .behind).nanoseconds - time
        return Int((Double(length) * grid.rate.framesPerSecond / Double(Span.second)).rounded())
    }
}
