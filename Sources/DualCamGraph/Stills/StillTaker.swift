internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Takes stills of the pictures that pass through a pad, at most two at a time; further requests wait.
@PipelineActor
final class StillTaker {
    private var taken = 0

    /// The timeouts for the next picture, in seconds. `key` applies to streams that the camera itself encodes, because
    /// their key frames are rare. `most` limits the wait for a slow camera, because clients do not wait longer for a
    /// response.
    private nonisolated static let patience = (key: 6.0, most: 13.0)
    private static let limit = Duration.seconds(15)
    private static let queues = (0..<2).map { DispatchQueue(label: "dualcam.still.\($0)") }

    /// Returns the next picture of an output at full size. Throws `timeout` if no picture arrives.
    /// - Parameters:
    ///   - pad: the pad through which the pictures pass.
    ///   - isEncoded: true if the pictures at the pad are still encoded, as the camera delivers them.
    ///   - timeouts: the timeouts for pictures, which depend on the frame rate.
    func still(
        of output: OutputName, at pad: Pad, isEncoded: Bool, as format: Snapshot.Format, _ timeouts: FrameTimeouts
    ) async throws(GraphFailure) -> Snapshot {
        taken += 1
        let latest = ContinuousClock.now + Self.limit
        return try await blocking(
            "taking a still of \(output)", within: Self.limit, on: Self.queues[taken % Self.queues.count]
        ) {
            // After this time, the caller has already received a timeout error.
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
