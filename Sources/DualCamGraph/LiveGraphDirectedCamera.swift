internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    func set(_ control: CameraControl, of input: InputName) async throws(GraphFailure) -> RunningTime? {
        throw .unable("the controls cannot be directed")
    }

    func set(_ bitrate: Bitrate, of output: OutputName) async throws(GraphFailure) -> RunningTime? {
        throw .unable("the bitrate cannot be directed")
    }
}
