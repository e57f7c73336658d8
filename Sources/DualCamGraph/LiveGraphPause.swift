internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// - Returns: where the pause begins; `nil` when recording has not begun: it will with a pause.
    func pause() throws(GraphFailure) -> RunningTime? {
        if let gate = gates.first(where: { $0.plan.needsKeyFrame }) {
            let output = plan.branches.first { $0.name == gate.plan.branch }?.output?.rawValue ?? ""
            throw .unable(
                "the output \(output) records H.264 as its camera delivers it, which can be cut at key frames only, so that the recording "
                    + "cannot be paused",
                advice: "Use another encoder for it (encoders.\(output).use: auto), or format: mjpeg for its camera.")
        }
        let hasBegun = line.start != nil
        let time = line.pause(at: Int64(clamping: pipeline.runningTime ?? 0))
        guard time != nil || !hasBegun else { throw .unable("the recording is paused already, or about to end") }
        return time.map { RunningTime(nanoseconds: $0) }
    }

    /// The first frame of every output behind a pause is a key frame.
    /// - Returns: where the pause ends.
    func resume() throws(GraphFailure) -> RunningTime? {
        let cadence = Cadence(plan.branches.compactMap { $0.output == nil ? nil : $0.rate })
        guard let time = line.resume(at: Int64(clamping: pipeline.runningTime ?? 0), cadence) else {
            guard line.start == nil else { throw .unable("the recording is not paused") }
            return nil
        }
        let place = line.recorded(time)
        for output in plan.outputs {
            guard let encoder = output.videoEncoder.flatMap({ builder.elements[$0] }) else { continue }
            let gate = gates.first { $0.plan.branch.rawValue == "\(output.name).encoder" }
            gate?.askForKeyFrame(at: place, of: encoder)
        }
        return RunningTime(nanoseconds: time)
    }
}
