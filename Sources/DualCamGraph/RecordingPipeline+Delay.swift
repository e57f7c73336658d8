internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

extension RecordingPipeline {
    /// Sets the delay of a camera's pictures or a microphone's sound.
    /// - Returns: the running time of the first picture or sample with the new delay; `nil` if none arrives soon. The
    ///   new delay then applies to the next one.
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

    /// Raises the mixer's latency to match the cameras' delays, and enlarges the cameras' queues accordingly. Never
    /// lowers the latency, because combined frames would then be drawn before some pictures have arrived.
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
