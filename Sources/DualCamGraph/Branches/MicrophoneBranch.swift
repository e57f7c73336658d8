internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// The branch of a microphone, from its device to the recorded sound. If the microphone is lost, silence is recorded
/// until it returns. The branch can also switch to another device.
@PipelineActor
final class MicrophoneBranch: InputBranch {
    let name: InputName
    let audio: MicrophoneAudio
    let live: LiveElements
    private let find: RecordingPipeline.MicrophoneSearch
    private(set) var presence: Presence { didSet { resumeWaiters() } }
    /// The tasks that wait until the device's elements are no longer being removed, rebuilt or exchanged.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isTold = false
    private(set) var arrivals: Arrivals?
    /// The compensators of clock drift between a sound device and the pipeline, by the name of the device's source
    /// element.
    private var compensators: [String: DriftCompensator] = [:]
    /// The probe that joins the sound of consecutive sources without a gap.
    private var splicer: AudioSplicer?
    /// The microphone device that was last tried as a replacement for the recorded one. Kept because its elements may
    /// report an error late.
    private var trial: MicrophoneTrial?
    private var trials = 0
    /// The PulseAudio source from which the microphone's sound comes; `nil` if no sound server is used, or before the
    /// element is built.
    var served: ServedSource?

    /// The timeout for a microphone's first sound after its device has returned, in seconds.
    private static let patience = 2.0

    nonisolated init(
        _ input: InputPlan, _ audio: MicrophoneAudio, _ live: LiveElements,
        find: @escaping RecordingPipeline.MicrophoneSearch
    ) {
        (name, self.audio, self.live, self.find) = (input.name, audio, live, find)
        presence = input.isAbsent ? .lost : .present
    }

    private var sound: SoundPlan? { live.plan.sound(of: name) }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        try compensate(part)
        arrivals = try seen(in: part) ?? arrivals
        try audio.watch(part)
        try followSource(in: part)
        guard let sound, let branch = part.branches.first(where: { $0.name == sound.source }) else { return }
        let splicer = AudioSplicer(sound)
        splicer.install(on: try live.pad(branch.input))
        self.splicer = splicer
    }

    /// Installs the compensator that adjusts the sample rate of a sound device to the pipeline's clock.
    private func compensate(_ part: GraphPart) throws(GraphFailure) {
        guard let sound, let device = part.soundDevice(of: sound.source) else { return }
        let source = try live.element(device.source)
        let compensator = DriftCompensator(
            sound, awaitsDelay: servedNode(in: part) != nil,
            // The source's pad holds the compensator. A strong reference would keep each source that was ever opened.
            cardBuffer: { [weak source] in source?.cardBuffer },
            runningTime: { [pipeline = live.pipeline] in pipeline.runningTime })
        compensator.install(from: try live.pad(PadReference(device.source)), to: try live.pad(device.form, "sink"))
        compensators[device.source] = compensator
        try learnDelay(of: part, for: compensator)
    }

    /// The statistics of the microphone's sound so far, including the clock drift of the current device; `nil` if no
    /// sound is recorded.
    var statistics: GraphStatistics.Sound? {
        guard var statistics = audio.statistics else { return nil }
        let device = plan.flatMap { live.plan.part(of: $0.branches).soundDevice(of: .source(name)) }
        statistics.drift = device.flatMap { compensators[$0.source]?.drift }
        return statistics
    }

    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool {
        guard let trial, trial.names.contains(element) else { return false }
        var failure = failure
        failure.branch = .source(name)
        trial.seen.giveUp(failure)
        return true
    }

    // MARK: Losing and returning
    /// Records silence in place of the lost microphone, so that the sound in the files continues without a gap, and
    /// then removes its elements. The order matters: a sound server that hangs can block the removal for seconds, and
    /// the files get no pictures either while they wait for sound.
    func lose() async throws(GraphFailure) {
        guard !live.isClosed, let input = plan, let sound, presence == .present else { return }
        presence = .leaving
        defer { presence = .lost }
        let end = arrivals?.reached ?? live.now
        var failure: GraphFailure?
        do throws(GraphFailure) { try await beSilent(sound, at: try live.pad(input.pad)) } catch { failure = error }
        await live.remove(live.plan.part(of: input.branches).elements)
        isTold = false
        if let failure { throw failure.of(name) }
        live.reporter.yield(.inputLost(name, at: RunningTime(nanoseconds: end)))
    }

    /// Rebuilds the lost microphone's elements. Replaces the silence with the microphone's sound once its first sound
    /// arrives.
    func reopen() async throws(GraphFailure) {
        guard !live.isClosed, let input = plan, let sound, presence == .lost else { return }
        if input.isSearched { return try await searchAgain(input, sound) }
        presence = .returning
        let part = live.plan.part(of: input.branches)
        do throws(GraphFailure) {
            let first = try await bringBack(part, sound, at: try live.pad(input.pad))
            presence = .present
            live.reporter.yield(.inputReturned(name, at: RunningTime(nanoseconds: first)))
        } catch {
            presence = .leaving
            await live.remove(part.elements)
            (isTold, presence) = (false, .lost)
            throw error.of(name)
        }
    }

    /// Searches again for a microphone that was missing when the recording was planned and that the pipeline file does
    /// not name, such as the sound of a camera. Records with the device that is found.
    private func searchAgain(_ input: InputPlan, _ sound: SoundPlan) async throws(GraphFailure) {
        presence = .exchanging(wasLost: true)
        do throws(GraphFailure) {
            _ = try await exchange(input, sound, for: .auto)
            presence = .present
        } catch {
            (isTold, presence) = (false, .lost)
            throw error.of(name)
        }
    }

    /// Links silence in place of a missing microphone before the pipeline starts.
    func beginSilent() throws(GraphFailure) {
        guard let input = plan, let sound else { return }
        try live.make(row: sound.silence)
        let source = try live.pad(PadReference(sound.silence.last?.name ?? ""))
        try source.join(try live.pad(input.pad), sound.source)
    }

    private func beSilent(_ sound: SoundPlan, at sink: Pad) async throws(GraphFailure) {
        try live.make(row: sound.silence)
        let source = try live.pad(PadReference(sound.silence.last?.name ?? ""))
        let elements = live.elements(sound.silence)
        try await blocking("recording silence", within: .seconds(2)) { [pipeline = live.pipeline] in
            sink.detachSource()
            try source.join(sink, sound.source)
            try pipeline.run(elements, clips: [])
        }
    }

    /// Rebuilds a lost microphone, and links it in place of the silence once it outputs sound.
    /// - Returns: the running time of the first recorded sound, in nanoseconds.
    private func bringBack(_ part: GraphPart, _ sound: SoundPlan, at sink: Pad) async throws(GraphFailure) -> Int64 {
        try await requireNode(of: part)
        let clips = try live.make(part)
        guard let last = part.outbound.first else {
            throw GraphFailure(.fault, branch: sound.source, message: "the plan's microphone leads nowhere")
        }
        let source = try live.pad(last.from)
        let seen = Arrivals()
        seen.install(on: source)
        arrivals = seen
        // Silence is recorded until the microphone outputs sound.
        let hold = source.addProbe(.buffers) { _ in .drop }
        try await open(part, clips, seen)
        try await requireSource(of: part)
        try await blocking("changing what is heard", within: .seconds(3)) {
            sink.detachSource()
            defer { source.remove(hold) }
            try source.join(sink, sound.source)
        }
        let first = seen.reached ?? live.now
        await live.remove(sound.silence)
        return first
    }

    /// Starts the microphone and waits for its first sound. Throws `timeout` if none arrives.
    /// - Parameter queue: The serial queue on which the device is opened; `nil` for the input's own.
    private func open(
        _ part: GraphPart, _ clips: [ClipLoop], _ seen: Arrivals, on queue: DispatchQueue? = nil
    ) async throws(GraphFailure) {
        let first = try await open(part, clips, "the microphone", within: Self.patience, on: queue) {
            limit throws(GraphFailure) in try seen.first(within: limit)
        }
        guard first != nil else {
            throw GraphFailure(
                .timeout, branch: .source(name), message: "the microphone is there, but no sound comes from it",
                advice: "Look at it with 'pactl list short sources' or 'arecord -l'.")
        }
    }

    // MARK: Changing the device
    /// Switches to a different microphone device. Once the new device outputs sound, the recording continues with it,
    /// directly after the old device's last sample. If the new device cannot be opened, nothing changes.
    /// - Returns: the running time of the new device's first sample; `nil` if no sound had been recorded before.
    func change(to device: MicrophoneDevice) async throws(GraphFailure) -> RunningTime? {
        let take = live.take
        guard await isAtRest(within: .seconds(8)), !live.isClosed, live.take == take else {
            throw .unable("the microphone is being taken out or put back", advice: "Try again in some seconds.")
        }
        guard let input = plan, let sound else { throw .noSound }
        let before = presence
        presence = .exchanging(wasLost: isLost)
        do throws(GraphFailure) {
            let time = try await exchange(input, sound, for: device)
            presence = .present
            return time
        } catch {
            presence = before
            // If the old device has reported an error in the meantime, silence replaces it.
            if isTold { try await lose() }
            throw error.of(name)
        }
    }

    private func exchange(_ input: InputPlan, _ sound: SoundPlan, for device: MicrophoneDevice)
        async throws(GraphFailure) -> RunningTime?
    {
        let found = try await blocking("looking for the microphone", within: .seconds(10)) { [find, name] in
            try find(name, device)
        }
        trials += 1
        let candidate = found.candidate(trials, for: name)
        let part = candidate.part(of: input.branches)
        guard let last = part.outbound.first, let splicer else { throw .noSound }
        let trial = MicrophoneTrial(part)
        self.trial = trial
        do throws(GraphFailure) {
            let clips = try live.make(part)
            let turn = MicrophoneTurn(
                source: try live.pad(last.from), sink: try live.pad(input.pad), cut: SoundCut(sound),
                reach: splicer.reach, branch: sound.source)
            trial.seen.install(on: try live.pad(PadReference(last.from.element, "sink")))
            turn.cut.install(on: turn.source)
            let hold = turn.source.addProbe([.block, .buffers]) { _ in .pass }
            // A queue of its own: an attempt to open the old device may still hang on the input's queue.
            try await open(part, clips, trial.seen, on: DispatchQueue(label: "dualcam.exchange"))
            // The new device's first buffer may contain old sound, so the function waits for a second one.
            _ = try await blocking("waiting for the microphone", within: .seconds(3)) {
                try trial.seen.second(within: 2)
            }
            try await requireSource(of: part)
            let time = try await blocking("changing the microphone", within: .seconds(3)) {
                try turn.switchOver(from: hold)
            }
            await settle(input, sound, candidate, at: time)
            return time.map { RunningTime(nanoseconds: $0) }
        } catch {
            await live.remove(part.elements)
            throw error
        }
    }

    /// Completes the switch to the new device. Removes the elements of the old device, or of the silence that replaced
    /// it.
    private func settle(_ input: InputPlan, _ sound: SoundPlan, _ candidate: GraphPlan, at time: Int64?) async {
        let (wasLost, hadFailed) = (isLost, isTold)
        let gone = wasLost ? sound.silence : live.plan.part(of: input.branches).elements
        live.plan.adopt(candidate.input(name) ?? input, from: candidate)
        arrivals = trial?.seen
        trial = nil
        presence = .exchanging(wasLost: false)
        await live.remove(gone)
        isTold = false
        let at = RunningTime(nanoseconds: time ?? live.now)
        if hadFailed, !wasLost { live.reporter.yield(.inputLost(name, at: at)) }
        if hadFailed || wasLost { live.reporter.yield(.inputReturned(name, at: at)) }
    }
}

extension Element {
    /// The length of the sound card's buffer, in seconds; `nil` if this source does not read a card directly.
    fileprivate var cardBuffer: Double? {
        guard factory == "alsasrc", let time = try? integer("actual-buffer-time"), time > 0 else { return nil }
        return Double(time) / 1e6
    }
}

/// A microphone device that is being tried while the old device still records.
struct MicrophoneTrial: Sendable {
    /// The names of the tried device's elements. An error of these elements ends only the trial.
    let names: Set<String>
    let seen = Arrivals()

    init(_ part: GraphPart) { names = Set(part.elements.map(\.name)) }
}
