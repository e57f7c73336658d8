internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// Takes stills out of what passes a pad, two at a time; others wait for their turn.
@PipelineActor
final class StillTaker {
    private var taken = 0

    /// The longest wait for a picture, in seconds; key frames of a stream that is passed through come more rarely. A slow camera's is
    /// waited for no longer than anybody waits for an answer.
    private nonisolated static let patience = (key: 6.0, most: 13.0)
    private static let limit = Duration.seconds(15)
    private static let queues = (0..<2).map { DispatchQueue(label: "dualcam.still.\($0)") }

    /// The next picture that passes, in full size. Throws `timeout` when none comes.
    /// - Parameters:
    ///   - isEncoded: it passes as the camera has encoded it.
    ///   - timeouts: those of its rate.
    func still(
        of output: OutputName, at pad: Pad, isEncoded: Bool, as format: Snapshot.Format, _ timeouts: FrameTimeouts
    ) async throws(GraphFailure) -> Snapshot {
        taken += 1
        let latest = ContinuousClock.now + Self.limit
        return try await blocking(
            "taking a still of \(output)", within: Self.limit, on: Self.queues[taken % Self.queues.count]
        ) {
            // The caller has been told already that it took too long.
            guard ContinuousClock.now < latest else { throw GraphFailure.noPicture(of: output, timeouts) }
            let isKeyed = isEncoded && pad.mediaType == "video/x-h264"
            let patience = max(timeouts.next / .seconds(1), isKeyed ? Self.patience.key : 0)
            guard let frame = pad.nextFrame(within: min(patience, Self.patience.most), isKey: isKeyed) else {
                throw GraphFailure.noPicture(of: output, timeouts)
            }
            return try StillEncoding(frame: frame, format: format).perform()
        }
    }
}

extension GraphFailure {
    fileprivate static func noPicture(of output: OutputName, _ timeouts: FrameTimeouts) -> GraphFailure {
        let isSlow = timeouts.isSlow
        let interval = isSlow ? "; one comes every \(timeouts.frame.notation)" : ""
        return GraphFailure(
            .timeout, picture: .noPicture, message: "no picture of \(output) came in time\(interval)",
            advice: isSlow ? "Ask again shortly before the next." : "Ask again when it delivers.")
    }
}
