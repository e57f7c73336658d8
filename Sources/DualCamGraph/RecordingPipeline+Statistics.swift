internal import DualCamConfig
package import DualCamPlan
internal import GStreamer

extension RecordingPipeline {
    package func statistics() -> GraphStatistics {
        files.look()
        if !live.isClosed, live.window.start != nil { for encoder in encoders { encoder.findHang() } }
        if let now = live.pipeline.runningTime { live.reporter.tellDue(at: Int64(clamping: now)) }
        let outputs = encoders.map { encoder in
            let written = encoder.files.written
            return GraphStatistics.Output(
                name: encoder.output, frames: written.frames, dropped: live.reporter.dropped(by: encoder.output),
                bytes: written.bytes)
        }
        let branches = self.inputs
        let inputs = live.plan.inputs.map { input in
            let branch = branches.first { $0.name == input.name }
            return GraphStatistics.Input(
                name: input.name, isLost: branch?.isLost ?? false, idle: branch?.arrivals?.idle)
        }
        var statistics = GraphStatistics(
            now: live.pipeline.runningTime.map { RunningTime(nanoseconds: Int64($0)) }, outputs: outputs,
            inputs: inputs, sounds: microphones.compactMap(\.audio.statistics),
            branches: encoders.compactMap(\.statistics))
        statistics.previews = previews.count
        return statistics
    }
}
