import DualCamConfig
import DualCamPlan

/// Decides when the signal of an input is faulty. Sound may be silent or clipped, or have a dead channel. Pictures may
/// be black, frozen or of a single colour.
///
/// Time is the media's own, so that a slow machine changes nothing.
struct SignalWatch: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// A fault has lasted so long that a warning is due. `from`: its beginning within this take.
        case began(SignalFault, InputName, from: RunningTime, lasting: Duration)
        /// A fault that was reported is over.
        case ended(SignalFault, InputName, from: RunningTime, to: RunningTime)
    }

    /// The time for which most faults must last.
    static let limit = Duration.seconds(10)
    /// The time for faults of a frame grabber's pictures. A pulled cable should be noticed while somebody is near.
    static let grabberLimit = Duration.seconds(2)
    static let clippedLimit = Duration.seconds(3)
    static let clippedPause = Duration.seconds(1)
    /// The number of samples of a camera that a fault must also last for. Ten seconds of a slow camera may contain
    /// fewer than two pictures.
    static let leastLooks = 5
    /// Peaks in dBFS. Sound below the first is silent; a channel is dead if another one reaches the second.
    static let silence = -60.0
    static let sound = -40.0
    /// The distance from full scale in dB above which sound counts as clipped.
    static let headroom = 0.1
    /// The difference between peak and mean square, in dB, up to which sound has no crest: the samples stand still at a
    /// constant voltage. The meter rounds to 0.1 dB; a sine has 3 dB.
    static let crest = 0.15
    /// The limits for a black picture: the highest luminance of a point, and the strongest tint. The third is the
    /// widest range of a picture of a single colour.
    static let black = 0.08
    static let greyTint = 0.1
    static let single = 0.03
    /// The mean difference of luminance up to which two pictures of a grabber are the same: a quarter of a step of 255.
    /// A camera's noise is larger.
    static let still = 0.001
    /// The length of sound that one reading of the levels describes.
    private static let reading = Duration.milliseconds(100)

    private struct Subject: Sendable, Hashable {
        var input: InputName
        var fault: SignalFault
    }

    private struct Spell: Sendable, Equatable {
        var from: RunningTime
        /// The end of the newest sample.
        var last: RunningTime
        var looks = 0
        var isTold = false
        /// The part of the spell in which a clip had no sound to play, which is not a fault.
        var rest = Duration.zero

        var length: Duration { last - from - rest }
    }

    private struct Picture: Sendable, Equatable {
        var digest: UInt64
        var at: RunningTime
        /// The time since when the picture has not changed.
        var since: RunningTime
    }

    private var spells: [Subject: Spell] = [:]
    private var pictures: [InputName: Picture] = [:]

    // MARK: Sound
    /// - Parameters:
    ///   - gain: The amplification before the levels were measured, in dB. At -6 dB, full scale is a peak of -6 dBFS.
    ///   - expected: The faults that are not reported.
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

    /// Handles a reading in which the clip of a microphone has no sound. Faults neither begin nor end, and this time
    /// does not count for them.
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

    /// Returns the fault of a picture with these colours. A dark picture of another colour is not black: the empty
    /// buffers of a driver are green.
    private static func fault(of colours: PictureSample.Colours) -> PictureFault? {
        if colours.brightest <= black, colours.tint <= greyTint || planted(.greenIsBlack) { return .black }
        return colours.brightest - colours.darkest <= single && colours.spread <= single ? .singleColour : nil
    }

    /// Returns the time since the picture of a camera has changed; `nil` if none has come.
    func unchanged(_ camera: InputName) -> Duration? { pictures[camera].map { $0.at - $0.since } }

    // MARK: Faults
    /// The current faults that were reported, in the order of the inputs' names.
    var told: [(input: InputName, fault: SignalFault, lasting: Duration)] {
        spells.filter(\.value.isTold).map { ($0.input, $0.fault, $1.length) }
            .sorted { ($0.input.rawValue, $0.fault.order) < ($1.input.rawValue, $1.fault.order) }
    }

    /// Forgets an input that is out, muted or not recorded. Its reported faults end.
    mutating func forget(_ input: InputName) -> [Action] {
        pictures[input] = nil
        return inOrder { $0.input == input }.flatMap { subject in
            spells[subject].map { end(subject, at: $0.last) } ?? []
        }
    }

    /// Begins a take. Current faults begin with the take and are reported again.
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
