internal import DualCamPlan

/// Records how long inputs, encoders and streams have been silent (have delivered nothing), without the time in which
/// the machine was busy.
@PipelineActor
final class SilenceWatch {
    private var fair = FairSilence()
    private let begin = ContinuousClock.now
    private var silences: [FairSilence.Subject: Duration] = [:]

    nonisolated init() {}

    /// Updates the longest silence of each subject from the measured silences, without the time in which the machine
    /// was busy. Must be called several times a second.
    func observe(_ silences: [FairSilence.Subject: Duration]) {
        let times = ProcessorTimes.read(MachineTree(sysfs: "/sys", proc: "/proc"))
        self.silences = fair.observe(
            silences, at: begin.duration(to: .now), load: times.busy.map { ($0, times.cores) })
    }

    /// The time for which an input, encoder or stream had been silent at the last observation, without busy time; `nil`
    /// if it was not observed.
    subscript(subject: FairSilence.Subject) -> Duration? { silences[subject] }
}
