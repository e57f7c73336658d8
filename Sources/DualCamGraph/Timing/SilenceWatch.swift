internal import DualCamPlan

/// The record of how long inputs, encoders and streams have been silent, not counting the time in which the machine was
/// busy.
@PipelineActor
final class SilenceWatch {
    private var fair = FairSilence()
    private let begin = ContinuousClock.now
    private var silences: [FairSilence.Subject: Duration] = [:]

    nonisolated init() {}

    /// Updates the record from the measured silences and subtracts the busy time. Must be called several times a
    /// second.
    func observe(_ silences: [FairSilence.Subject: Duration]) {
        let times = ProcessorTimes.read(MachineTree(sysfs: "/sys", proc: "/proc"))
        self.silences = fair.observe(
            silences, at: begin.duration(to: .now), load: times.busy.map { ($0, times.cores) })
    }

    /// The silence of a subject at the last observation, without busy time; `nil` if the subject was not observed.
    subscript(subject: FairSilence.Subject) -> Duration? { silences[subject] }
}
