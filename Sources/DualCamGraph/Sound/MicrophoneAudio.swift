internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Processes a microphone's sound during recording: gain, wind filter, muting, delay and noise reduction.
@PipelineActor
final class MicrophoneAudio {
    private let microphone: InputName
    private let live: LiveElements
    private var processor: AudioProcessor?
    private var delay: SoundDelay?
    /// The microphone's current noise-reduction mode.
    private var mode = SoundMode.natural
    /// The position up to which sound has arrived at the noise reduction.
    private var reach: AudioPosition?
    /// The probe after the noise reduction that cuts the sound to correct the delay of the noise reduction.
    private var cleaningEnd: SoundCut?

    /// The maximum time to wait for the first sound to which a changed setting applies, in seconds.
    private static let patience = 1.0

    nonisolated init(_ microphone: InputName, _ live: LiveElements) {
        (self.microphone, self.live) = (microphone, live)
    }

    private var plan: SoundPlan? { live.plan.sound(of: microphone) }

    /// Installs the probes that process the microphone's sound during recording.
    func watch(_ part: GraphPart) throws(GraphFailure) {
        guard let plan, part.elements.contains(where: { $0.name == plan.pad.element }) else { return }
        let (processor, splicer) = (AudioProcessor(plan), AudioSplicer(plan))
        let delay = SoundDelay(plan)
        delay.install(on: try live.pad(plan.pad))
        self.delay = delay
        processor.install(on: try live.pad(plan.pad))
        splicer.install(on: try live.pad(plan.cleaned))
        (self.processor, mode) = (processor, plan.mode)
        if let cleaning = plan.cleanings[plan.mode] { cleaningEnd = try watchEnd(of: cleaning, plan) }
        let reach = AudioPosition(plan)
        reach.install(on: try live.pad(plan.raw))
        self.reach = reach
    }

    /// Applies a user's change of the microphone's sound. Returns the running time of the first sample to which all
    /// changes apply; `nil` if unknown.
    func follow(_ direction: SoundDirection) async throws(GraphFailure) -> RunningTime? {
        guard let processor, let plan else { throw .noSound }
        let wanted = direction.microphone
        var time = live.pipeline.runningTime.map { Int64($0) }
        if wanted.mode != mode { time = try await clean(plan, wanted.mode) }
        let request = SoundShaper.Request(
            factor: direction.isMuted ? 0 : SoundPlan.factor(wanted.gain), windFilter: wanted.windFilter)
        if request != processor.request {
            time = try await blocking("changing the sound", within: .seconds(3)) { [patience = Self.patience] in
                try processor.follow(request, within: patience)
            }
        }
        return time.map { RunningTime(nanoseconds: $0) }
    }

    /// Sets the delay of the microphone's sound, in nanoseconds.
    /// - Returns: the running time of the first sample with the new delay, in nanoseconds; `nil` if no sound arrives
    ///   soon.
    func delay(by nanoseconds: Int64) async throws(GraphFailure) -> Int64? {
        guard let delay else { throw .noSound }
        return try await blocking("making the sound later", within: .seconds(3)) { [patience = Self.patience] in
            delay.follow(nanoseconds, within: patience)
        }
    }

    /// The number of the microphone's samples so far, and the numbers of those that `audiorate` has added and removed
    /// to keep the sound continuous; `nil` if no sound is recorded.
    var statistics: GraphStatistics.Sound? {
        guard let plan, let even = live[plan.even], let samples = try? even.integer("out"),
            let added = try? even.integer("add"), let removed = try? even.integer("drop")
        else { return nil }
        return GraphStatistics.Sound(of: microphone, samples: samples, added: added, removed: removed)
    }

    // MARK: Cleaning
    /// Switches to another noise-reduction mode from the next buffer on. The old elements first output all sound that
    /// they still hold, so that no sample is lost.
    /// - Returns: the running time of the first sample with the new mode, in nanoseconds.
    private func clean(_ sound: SoundPlan, _ wanted: SoundMode) async throws(GraphFailure) -> Int64? {
        let (coming, going) = (sound.cleanings[wanted], sound.cleanings[mode])
        guard wanted == .natural || coming != nil else {
            throw .unable(
                "this recording's sound cannot be cleaned as \(wanted.rawValue)",
                advice: "'dualcam check' says why for a pipeline file with this microphone's mode: \(wanted.rawValue).")
        }
        guard let reach else { throw .noSound }
        let end = try await makeCleaning(coming, sound)
        let route = AudioRoute(
            raw: try live.pad(sound.raw), cleaned: try live.pad(sound.cleaned),
            old: try pads(of: going), new: try pads(of: coming), branch: sound.branch)
        let rest = going.map { PendingAudio($0, sound, cleaningEnd) }
        let time = try await blocking("changing how the sound is cleaned", within: .seconds(3)) {
            try route.change(finishing: rest, at: reach)
        }
        if let going { await remove(going) }
        (mode, cleaningEnd) = (wanted, end)
        return time
    }

    private func makeCleaning(_ cleaning: CleaningPlan?, _ sound: SoundPlan) async throws(GraphFailure) -> SoundCut? {
        guard let cleaning else { return nil }
        do throws(GraphFailure) {
            try live.make(row: cleaning.elements)
            live.plan.elements += cleaning.elements
            try await live.run(cleaning.elements, "starting to clean the sound", within: .seconds(2))
            return try watchEnd(of: cleaning, sound)
        } catch {
            await remove(cleaning)
            throw error
        }
    }

    private func remove(_ cleaning: CleaningPlan) async {
        await live.remove(cleaning.elements)
        live.plan.elements.removeAll { element in cleaning.elements.contains { $0.name == element.name } }
    }

    private func watchEnd(of cleaning: CleaningPlan, _ sound: SoundPlan) throws(GraphFailure) -> SoundCut {
        let cut = SoundCut(sound, delay: cleaning.delay)
        cut.install(on: try live.pad(PadReference(cleaning.elements.last?.name ?? "")))
        return cut
    }

    private func pads(of cleaning: CleaningPlan?) throws(GraphFailure) -> AudioRoute.Stretch? {
        guard let first = cleaning?.elements.first, let last = cleaning?.elements.last else { return nil }
        return AudioRoute.Stretch(
            input: try live.pad(PadReference(first.name, "sink")), output: try live.pad(PadReference(last.name)))
    }
}
