internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// Makes stills of the pictures that pass a pad, two at a time. Further requests wait.
@PipelineActor
final class StillTaker {
    private var taken = 0

    /// The timeouts for a picture, in seconds. `key` is for key frames of a stream that is passed through, which are
    /// rarer. `most` limits the wait for a slow camera to the time that a client waits for an answer.
    private nonisolated static let patience = (key: 6.0, most: 13.0)
    private static let limit = Duration.seconds(15)
    private static let queues = (0..<2).map { DispatchQueue(label: "dualcam.still.\($0)") }

    /// Returns the next picture that passes, at full size. Throws `timeout` if none arrives.
    /// - Parameters:
    ///   - isEncoded: true if the camera's encoded pictures pass the pad.
    ///   - timeouts: the timeouts for the rate of the pictures.
    func still(
        of output: OutputName, at pad: Pad, isEncoded: Bool, as format: Snapshot.Format, _ timeouts: FrameTimeouts
    ) async throws(GraphFailure) -> Snapshot {
        taken += 1
        let latest = ContinuousClock.now + Self.limit
        return try await blocking(
            "taking a still of \(output)", within: Self.limit, on: Self.queues[taken % Self.queues.count]
        ) {
            // The caller has already got the timeout.
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
