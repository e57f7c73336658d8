import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Decides when the signal of an input is faulty. Sound is faulty if it is silent or clipped, or if one channel is
/// dead. Pictures are faulty if they are black, frozen or of a single colour.
///
/// Durations are measured in the running time of the samples, so that a slow machine makes no difference.
struct SignalWatch: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// A fault has lasted long enough for a warning. `from`: when the fault began, but not before this take;
        /// `lasting`: how long it has lasted.
        case began(SignalFault, InputName, from: RunningTime, lasting: Duration)
        /// A fault that was reported has ended. `from` and `to`: its beginning and end.
        case ended(SignalFault, InputName, from: RunningTime, to: RunningTime)
    }

    /// The time that most signal faults must last before they are reported.
    static let limit = Duration.seconds(10)
    /// The time after which a fault in a frame grabber's pictures is reported. It is short, so that a pulled cable is
    /// noticed while the person who pulled it is still nearby.
    static let grabberLimit = Duration.seconds(2)
    static let clippedLimit = Duration.seconds(3)
    static let clippedPause = Duration.seconds(1)
    /// The minimum number of faulty samples of an input before a fault is reported. Ten seconds of a very slow camera
    /// may contain fewer than two pictures.
    static let leastLooks = 5
    /// The peak level in dBFS below which sound counts as silent.
    static let silence = -60.0
    /// The peak level in dBFS that another channel must reach for a silent channel to count as dead.
    static let sound = -40.0
    /// The distance below full scale, in dB, within which sound is considered clipped.
    static let headroom = 0.1
    /// The difference between peak and RMS level, in dB, up to which samples count as a constant voltage and therefore
    /// as silence. The meter rounds to 0.1 dB; a sine wave has 3 dB.
    static let crest = 0.15
    /// The highest luminance of a picture that counts as black, on a scale of 0 (black) ... 1 (white).
    static let black = 0.08
    /// The strongest tint of a picture that counts as black, as a fraction of the full range of a colour difference.
    static let greyTint = 0.1
    /// The widest range of luminance and of colour differences in a picture that counts as single-coloured, as a
    /// fraction of their full range.
    static let single = 0.03
    /// The largest mean difference in luminance (0 ... 1) at which two pictures of a frame grabber count as the same: a
    /// quarter of one step of 255. The noise of a camera is larger.
    static let still = 0.001
    /// The duration of the sound that one reading of the sound levels covers.
    private static let reading = Duration.milliseconds(100)

    private struct Subject: Sendable, Hashable {
        var input: InputName
        var fault: SignalFault
    }

    private struct Spell: Sendable, Equatable {
        var from: RunningTime
        /// The end time of the newest sample that showed the fault.
        var last: RunningTime
        var looks = 0
        var isTold = false
        /// The part of the fault's time in which a clip had no sound to play. This part does not count towards the
        /// fault's duration.
        var rest = Duration.zero

        var length: Duration { last - from - rest }
    }

    private struct Picture: Sendable, Equatable {
        var digest: UInt64
        var at: RunningTime
        /// The running time since which the camera's picture has not changed.
        var since: RunningTime
    }

    private var spells: [Subject: Spell] = [:]
    private var pictures: [InputName: Picture] = [:]

    // MARK: Sound
    /// Checks one reading of a microphone's sound levels. Returns the faults that began or ended.
    ///
    /// - Parameters:
    ///   - gain: The amplification applied before the levels were measured, in dB. At -6 dB, full scale is a peak of -6
    ///     dBFS.
    ///   - expected: The faults that the pipeline file declares as normal, which are not reported.
    ///   - time: The end of the sound that the levels describe.
    mutating func observe(
        _ levels: SoundLevels, gain: Double = 0, expected: [AudioFault] = [], until time: RunningTime
    ) -> [Action] {
        let (input, ceiling) = (levels.microphone, min(0, gain) - Self.headroom)
        let from = RunningTime(nanoseconds: time.nanoseconds - Self.reading.nanoseconds)
        if levels.isClipResting { return rest(input, until: time) }
        let quiet = zip(levels.peak, levels.rms).map { peak, rms in
            peak < Self.silence || (peak < ceiling && peak - rms <= Self.crest && !planted(.standingSoundHeard))
        }
        let isSilent = !quiet.isEmpty && quiet.allSatisfy { $0 } && !expected.contains(.silent)
        var actions = set(Subject(input: input, fault: .silent), isSilent, from: from, until: time)
        let isClipped = levels.peak.contains { $0 >= ceiling } && !expected.contains(.clipped)
        actions += clip(Subject(input: input, fault: .clipped), isClipped, from: from, until: time)
        for channel in quiet.indices where quiet.count > 1 {
            let subject = Subject(input: input, fault: .deadChannel(channel: channel))
            let isHeardBeside = zip(levels.peak, quiet).contains { $0 >= Self.sound && !$1 }
            let isDead = quiet[channel] && (isHeardBeside || spells[subject] != nil)
            actions += set(subject, isDead && !expected.contains(.deadChannel), from: from, until: time)
        }
        return actions
    }

    /// Extends the current faults of a clip that is played as a microphone and has no sound to play now. In that time,
    /// faults neither begin nor end, and their durations do not grow. An exception is clipping, which may end.
    private mutating func rest(_ input: InputName, until time: RunningTime) -> [Action] {
        for subject in spells.keys where subject.input == input && subject.fault != .clipped {
            spells[subject]?.last = time
            spells[subject]?.rest += Self.reading
        }
        return clip(Subject(input: input, fault: .clipped), false, from: time, until: time)
    }

    private mutating func clip(
        _ subject: Subject, _ isClipped: Bool, from: RunningTime, until time: RunningTime
    ) -> [Action] {
        if isClipped { return hold(subject, from: from, until: time) }
        guard let spell = spells[subject],
            time - spell.last >= (planted(.clippingInterrupted) ? .zero : Self.clippedPause)
        else { return [] }
        return end(subject, at: spell.last)
    }

    // MARK: Pictures
    /// Checks one sampled picture of a camera. Returns the faults that began or ended.
    ///
    /// - Parameter time: The picture's running time.
    mutating func observe(
        _ sample: PictureSample, expected: [PictureFault] = [], at time: RunningTime
    ) -> [Action] {
        let before = pictures[sample.camera]
        let isSame = before?.digest == sample.digest || sample.difference.map { $0 <= Self.still } == true
        let limit = sample.isOfGrabber ? Self.grabberLimit : Self.limit
        let since = isSame ? before?.since ?? time : time
        pictures[sample.camera] = Picture(digest: sample.digest, at: time, since: since)
        let found = sample.colours.flatMap(Self.fault) ?? (isSame ? .frozen : nil)
        let rows: [(PictureFault, SignalFault)] = [
            (.black, .black), (.singleColour, .singleColour), (.frozen, .frozen),
        ]
        return rows.flatMap { row in
            let isFound = found == row.0 && (!expected.contains(row.0) || planted(.expectedTold))
            let from = row.0 == .frozen ? before?.at ?? time : time
            let subject = Subject(input: sample.camera, fault: row.1)
            return isFound ? hold(subject, from: from, until: time, for: limit) : end(subject, at: time)
        }
    }

    /// Returns the fault of a picture with these colours; `nil` if there is none. A dark picture with a strong tint
    /// does not count as black, because a driver's empty buffers are green.
    private static func fault(of colours: PictureSample.Colours) -> PictureFault? {
        if colours.brightest <= black, colours.tint <= greyTint || planted(.greenIsBlack) { return .black }
        return colours.brightest - colours.darkest <= single && colours.spread <= single ? .singleColour : nil
    }

    /// Returns how long a camera's picture has been the same; `nil` if no picture has arrived.
    func unchanged(_ camera: InputName) -> Duration? { pictures[camera].map { $0.at - $0.since } }

    // MARK: Faults
    /// The current signal faults that have been reported, sorted by input name.
    var told: [(input: InputName, fault: SignalFault, lasting: Duration)] {
        spells.filter(\.value.isTold).map { ($0.input, $0.fault, $1.length) }
            .sorted { ($0.input.rawValue, $0.fault.order) < ($1.input.rawValue, $1.fault.order) }
    }

    /// Stops tracking an input that is missing, muted or not recorded. Returns an `ended` action for each of its
    /// reported faults.
    mutating func forget(_ input: InputName) -> [Action] {
        pictures[input] = nil
        return inOrder { $0.input == input }.flatMap { subject in
            spells[subject].map { end(subject, at: $0.last) } ?? []
        }
    }

    /// Begins a take. Existing faults are timed from the start of the take, and reported faults are reported again.
    mutating func restart(at start: RunningTime) -> [Action] {
        inOrder { _ in true }.flatMap { subject -> [Action] in
            guard var spell = spells[subject] else { return [] }
            let lasting = spell.length
            (spell.from, spell.rest) = (max(spell.from, start), .zero)
            spell.last = max(spell.last, start)
            spells[subject] = spell
            return spell.isTold ? [.began(subject.fault, subject.input, from: spell.from, lasting: lasting)] : []
        }
    }

    private func inOrder(_ isMeant: (Subject) -> Bool) -> [Subject] {
        spells.keys.filter(isMeant).sorted { ($0.input.rawValue, $0.fault.order) < ($1.input.rawValue, $1.fault.order) }
    }

    private mutating func set(
        _ subject: Subject, _ isThere: Bool, from: RunningTime, until time: RunningTime
    ) -> [Action] {
        isThere ? hold(subject, from: from, until: time) : end(subject, at: from)
    }

    private mutating func hold(
        _ subject: Subject, from: RunningTime, until time: RunningTime, for usual: Duration = limit
    ) -> [Action] {
        var spell = spells[subject] ?? Spell(from: from, last: time)
        spell.last = max(spell.last, time)
        spell.looks += 1
        defer { spells[subject] = spell }
        let limit = subject.fault == .clipped ? Self.clippedLimit : usual
        let leastLooks = subject.fault == .frozen ? Self.leastLooks - 1 : Self.leastLooks
        guard !spell.isTold, spell.length >= limit, spell.looks >= leastLooks else { return [] }
        spell.isTold = true
        return [.began(subject.fault, subject.input, from: spell.from, lasting: spell.length)]
    }

    private mutating func end(_ subject: Subject, at time: RunningTime) -> [Action] {
        guard let spell = spells.removeValue(forKey: subject), spell.isTold else { return [] }
        return [.ended(subject.fault, subject.input, from: spell.from, to: max(time, spell.from))]
    }
}

extension SignalFault {
    fileprivate var order: String { code.rawValue + String(channel ?? 0) }
}
