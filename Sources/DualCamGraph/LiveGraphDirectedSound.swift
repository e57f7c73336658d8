internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    func hear(_ sound: SoundDirection) async throws(GraphFailure) -> RunningTime? {
        throw .unable("the sound cannot be directed")
    }

    func change(to device: MicrophoneDevice) async throws(GraphFailure) -> RunningTime? {
        throw .unable("the microphone cannot be changed")
    }
}
