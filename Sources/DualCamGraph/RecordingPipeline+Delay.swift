internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension RecordingPipeline {
    /// Makes an input's pictures or sound later by so much.
    /// - Returns: the running time of the first picture or sample that follows; `nil` where none comes now: the next ones will.
    func make(_ name: InputName, later delay: InputDelay) async throws(GraphFailure) -> RunningTime? {
        guard live.plan.input(name) != nil else { throw .unable("there is no input \(name)") }
        live.plan.delay(name, by: delay.nanoseconds)
        let time: Int64?
        if let microphone = microphone(name) {
            time = try await microphone.audio.delay(by: delay.nanoseconds)
        } else {
            makeRoom()
            time = try await camera(name)?.delay(by: delay.nanoseconds)
        }
        return time.map { RunningTime(nanoseconds: $0) }
    }

    /// Has the mixer wait for the camera that is made earliest, and the others' queues hold as much more. What has been waited for once
    /// is waited for from then on: a picture that is drawn sooner than before would be drawn without those on their way.
    private func makeRoom() {
        for change in live.plan.makeRoomForDelays() {
            do throws(SettingError) {
                try live[change.element]?.set(change.property.name, Setting(change.property.value))
            } catch {
                live.warn(.mixer, "the combined picture may miss pictures that come late: \(error.sentence)")
            }
        }
    }
}
