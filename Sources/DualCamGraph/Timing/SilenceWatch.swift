internal import DualCamPlan

/// The silences of a running pipeline, without the time that a busy machine excuses.
@PipelineActor
final class SilenceWatch {
    private var fair = FairSilence()
    private let begin = ContinuousClock.now
    private var silences: [FairSilence.Subject: Duration] = [:]

    nonisolated init() {}

    /// Updates the fair silences from the measured ones. Must be called several times a second.
    func observe(_ silences: [FairSilence.Subject: Duration]) {
        let times = ProcessorTimes.read(MachineTree(sysfs: "/sys", proc: "/proc"))
        self.silences = fair.observe(
            silences, at: begin.duration(to: .now), load: times.busy.map { ($0, times.cores) })
    }

    /// The fair silence of a subject at the last observation; `nil` if it was not observed.
    subscript(subject: FairSilence.Subject) -> Duration? { silences[subject] }
}
