internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    func pause() async throws(GraphFailure) -> RunningTime? { throw .unable("the recording cannot be paused") }

    func resume() async throws(GraphFailure) -> RunningTime? { throw .unable("the recording cannot be resumed") }
}
