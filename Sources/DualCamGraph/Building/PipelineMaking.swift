internal import DualCamPlan
internal import GStreamer

extension MediaPipeline {
    /// Throws `elementMissing` when not even a pipeline can be made.
    static func make(clockRate: UInt16) throws(GraphFailure) -> MediaPipeline {
        let clock = clockRate > 1 ? FastClock(rate: clockRate) : nil
        return try translating { try MediaPipeline(name: "dualcam", clock: clock) }
    }
}

extension OverlayClocks {
    /// Tells overlays the time of a pipeline, and what has been recorded by then.
    init(
        _ pipeline: MediaPipeline, _ window: RecordingWindow, _ earlier: @escaping @Sendable (Int64) -> Int64
    ) {
        let runningTime = { @Sendable in pipeline.runningTime.map { Int64(clamping: $0) } }
        let recorded = RecordedTime(window, runningTime: runningTime, earlier: earlier)
        self.init(runningTime: runningTime, recorded: { recorded.at($0) })
    }
}
