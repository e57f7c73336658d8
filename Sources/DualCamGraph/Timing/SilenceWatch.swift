internal import DualCamDevices
internal import DualCamPlan
internal import DualCamTiming

/// Records how long inputs, encoders and streams have been silent (have delivered nothing). Time in which the machine
/// was busy is not counted.
@PipelineActor
final class SilenceWatch {
    private var fair = FairSilence()
    private let begin = ContinuousClock.now
    private var silences: [FairSilence.Subject: Duration] = [:]

    nonisolated init() {}

    /// Replaces the stored silences by newly measured ones, minus the time in which the machine was busy. Must be
    /// called several times a second.
    func observe(_ silences: [FairSilence.Subject: Duration]) {
        let times = ProcessorTimes.read(MachineTree(sysfs: "/sys", proc: "/proc"))
        self.silences = fair.observe(
            silences, at: begin.duration(to: .now), load: times.busy.map { ($0, times.cores) })
    }

    /// The length of the silence of an input, encoder or stream at the last observation, without the time in which the
    /// machine was busy; `nil` if it was not observed.
    subscript(subject: FairSilence.Subject) -> Duration? { silences[subject] }
}
