import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Tracks faults in the signals of cameras and microphones. Keeps the current faults, the faults of the take so far,
/// and the measurements for the status and metrics.
struct SignalMonitor: Sendable {
    private var watch = SignalWatch()
    /// The signal faults of this take that were reported, in the order in which they began.
    private(set) var spells: [SessionHistory.SignalSpell] = []
    private var peaks: [InputName: Double] = [:]
    private var luminances: [InputName: Double?] = [:]

    /// Forgets the signal faults of the last take, because another take will begin.
    mutating func forgetTake() { spells = [] }

    /// Reports the current signal faults again when a recording begins, so that the take's own ledger contains them.
    mutating func begin(at start: RunningTime, part: Int) -> [SessionEffect] {
        tell(watch.restart(at: start), part: part)
    }

    /// Checks a reading of a microphone's sound levels for faults, and reports the faults that began or ended.
    ///
    /// - Parameters:
    ///   - microphone: The microphone's current settings; `nil` if unknown.
    ///   - part: The part of the session that is being recorded; `nil` if nothing is recorded.
    mutating func hear(
        _ levels: SoundLevels, of microphone: Microphone?, until time: RunningTime, part: Int?
    ) -> [SessionEffect] {
        if let peak = levels.peak.max() {
            peaks[levels.microphone] = planted(.peakOfLast) ? peak : max(peak, peaks[levels.microphone] ?? peak)
        }
        let actions = watch.observe(
            levels, gain: microphone?.gain.value ?? 0, expected: microphone?.expect ?? [], until: time)
        return tell(actions, part: part)
    }

    mutating func see(
        _ sample: PictureSample, of camera: Camera?, at time: RunningTime, part: Int?
    ) -> [SessionEffect] {
        luminances[sample.camera] = .some(sample.colours?.mean)
        return tell(watch.observe(sample, expected: camera?.expect ?? [], at: time), part: part)
    }

    /// Stops tracking the signal of an input that is missing, muted or not recorded. Reports the end of its current
    /// faults.
    mutating func leave(_ input: InputName, part: Int?) -> [SessionEffect] {
        (peaks[input], luminances[input]) = (nil, nil)
        return tell(watch.forget(input), part: part)
    }

    /// Returns the current faults and measurements. The peak levels are the highest since the last call.
    mutating func read() -> SessionEvent.Signals {
        var signals = SessionEvent.Signals()
        signals.faults = watch.told.map { .init(input: $0.input, fault: $0.fault, lasting: $0.lasting) }
        signals.peaks = peaks
        for (camera, luminance) in luminances {
            signals.pictures[camera] = .init(luminance: luminance, unchanged: watch.unchanged(camera) ?? .zero)
        }
        peaks = [:]
        return signals
    }

    /// Reports signal faults, but only during a recording; at other times, only the status contains them. An empty hall
    /// is silent all night, for example, and hooks would otherwise raise an alarm each time.
    private mutating func tell(_ actions: [SignalWatch.Action], part: Int?) -> [SessionEffect] {
        guard let part = part ?? (planted(.toldWhileStanding) ? 0 : nil) else { return [] }
        return actions.flatMap { action -> [SessionEffect] in
            switch action {
            case .began(let fault, let input, let from, let length):
                spells.append(.init(input: input, fault: fault, part: part, from: from))
                let message = fault.warning(of: input, after: length)
                return SessionEffect.tell(.signalFaulty(fault, input, from: from, message: message))
            case .ended(let fault, let input, let from, let to):
                if let index = spells.lastIndex(where: { $0.is(fault, of: input, in: part) }) {
                    if !planted(.spellNeverEnds) { spells[index].to = to }
                }
                return SessionEffect.tell(.signalRestored(fault, input, from: from, to: to))
            }
        }
    }
}

// MARK: Signals of the inputs
extension SessionMachine {
    mutating func hear(_ levels: SoundLevels, at time: RunningTime) {
        let name = levels.microphone.microphoneName ?? ""
        guard watches(levels.microphone), !direction.muted.contains(name) else {
            return perform(signals.leave(levels.microphone, part: recordedPart))
        }
        let microphone = direction.pipeline?.microphones.first { $0.name == name }
        perform(signals.hear(levels, of: microphone, until: time, part: recordedPart))
    }

    mutating func see(_ sample: PictureSample, at time: RunningTime) {
        guard watches(sample.camera) else { return perform(signals.leave(sample.camera, part: recordedPart)) }
        let camera = direction.pipeline?.cameras.first { $0.name == sample.camera.rawValue }
        perform(signals.see(sample, of: camera, at: time, part: recordedPart))
    }

    /// Stops tracking the signal of an input that was removed.
    mutating func leave(_ input: InputName) { perform(signals.leave(input, part: recordedPart)) }

    var recordedPart: Int? { phase == .running ? part : nil }

    /// Returns true if samples of this input are checked for signal faults. Samples after the end or in a pause are not
    /// checked, because they are not recorded. Samples before the start are checked, so that an existing fault is
    /// reported at the start.
    private func watches(_ input: InputName) -> Bool {
        phase < .finishing && !inputs.isAway(input) && !take.isPaused
    }
}
