internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer
internal import Synchronization

extension SessionComposer {
    /// Renders the first frame of the planned combined picture as a JPEG or PNG file. Blocks.
    ///
    /// - Parameter goesOn: called four times a second with the progress; returns false to cancel.
    /// - Returns: the still; `nil` if `goesOn` cancelled.
    func still(as format: Snapshot.Format, goesOn: (Progress) -> Bool) throws(GraphFailure) -> Snapshot? {
        let pipeline = try translating { try MediaPipeline(name: "still") }
        defer { pipeline.stop() }
        let frame = Mutex<StillFrame?>(nil)
        try drawOnly(in: pipeline) { info in
            // Copies only the first frame.
            guard frame.withLock({ $0 == nil }) else { return }
            let still = StillFrame(info)
            frame.withLock { $0 = still }
        }
        let made = try pipeline.playToEnd(
            of: "the still", progress: { progress.withLock { $0 } }, failure: { failure.withLock { $0 } },
            goesOn: goesOn)
        guard made != nil else { return nil }
        guard let still = frame.withLock({ $0 }) else {
            throw GraphFailure(.fault, message: "there is no frame at this time").advised
        }
        return try StillEncoding(frame: still, format: format).perform()
    }
}
