internal import DualCamPlan

/// The silences of a running pipeline, without what a busy machine excuses.
@PipelineActor
final class SilenceWatch {
    private var fair = FairSilence()
    private let begin = ContinuousClock.now
    private var silences: [FairSilence.Subject: Duration] = [:]

    nonisolated init() {}

    /// Takes in how long everything has been silent; to be asked some times a second.
    func observe(_ silences: [FairSilence.Subject: Duration]) {
        let times = ProcessorTimes.read(MachineTree(sysfs: "/sys", proc: "/proc"))
        self.silences = fair.observe(
            silences, at: begin.duration(to: .now), load: times.busy.map { ($0, times.cores) })
    }

    /// The fair silence of a subject when it was last looked at; `nil`: it was not.
    subscript(subject: FairSilence.Subject) -> Duration? { silences[subject] }
}
