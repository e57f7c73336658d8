internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// How long a change of the sound may wait for sound, in seconds.
    private static let patienceWithChange = 1.0

    /// Follows the whole of it; returns the running time of the first sample that does.
    func hear(_ direction: SoundDirection) async throws(GraphFailure) -> RunningTime? {
        let microphone = direction.microphone
        guard let sound = sounds[microphone.input], let desk = sound.desk else { throw .noSound }
        var time = pipeline.runningTime.map { Int64($0) }
        if microphone.mode != sound.mode { time = try await clean(sound, microphone.mode) }
        let wish = SoundShaper.Wish(
            factor: direction.isMuted ? 0 : SoundPlan.factor(microphone.gain), windFilter: microphone.windFilter)
        if wish != desk.wish {
            time = try await blocking("changing the sound", within: .seconds(3)) {
                desk.follow(wish, within: Self.patienceWithChange)
            }
        }
        return time.map { RunningTime(nanoseconds: $0) }
    }

    /// Watches the sound where it can be changed.
    func listen(to plan: SoundPlan) throws(GraphFailure) {
        let (desk, joint) = (SoundDesk(plan), SoundJoint(plan))
        desk.install(on: try pad(plan.pad))
        joint.install(on: try pad(plan.cleaned))
        var sound = sounds[plan.input] ?? LiveSound(plan: plan)
        (sound.desk, sound.mode) = (desk, plan.mode)
        if let cleaning = plan.cleanings[plan.mode] { sound.cleaningEnd = try watchEnd(of: cleaning, plan) }
        let reach = SoundReach(plan)
        reach.install(on: try pad(plan.raw))
        sound.reach = reach
        sounds[plan.input] = sound
    }

    /// - Parameter meter: the element that measured it.
    func tellLevels(of meter: String, _ peak: [Double], _ rms: [Double], until end: UInt64) {
        guard let sound = plan.sounds.first(where: { $0.meter == meter }) else { return }
        let level = { (decibel: Double) in
            decibel.isNaN ? -120 : (max(-120, min(0, decibel)) * 10).rounded() / 10
        }
        reporter.yield(
            .levels(
                SoundLevels(of: sound.input, peak: peak.map(level), rms: rms.map(level)),
                at: RunningTime(nanoseconds: Int64(clamping: end))))
    }
}

// MARK: Cleaning
extension LiveGraph {
    /// From the next buffer on the sound takes another way. What waits in the old one comes out of it first, so that one
    /// sample follows the other.
    /// - Returns: running time of the first sample on the new way, in nanoseconds.
    private func clean(_ live: LiveSound, _ mode: SoundMode) async throws(GraphFailure) -> Int64? {
        let sound = live.plan
        let coming = sound.cleanings[mode]
        guard mode == .natural || coming != nil else {
            throw .unable(
                "this recording's sound cannot be cleaned as \(mode.rawValue)",
                advice: "'dualcam check' says why for a pipeline file with this microphone's mode: \(mode.rawValue).")
        }
        guard let reach = live.reach else { throw .noSound }
        let end = try await makeCleaning(coming, sound)
        let way = SoundWay(
            raw: try pad(sound.raw), cleaned: try pad(sound.cleaned),
            old: try cleaningPads(sound.cleanings[live.mode]), new: try cleaningPads(coming), branch: sound.branch)
        let rest = sound.cleanings[live.mode].map { SoundRest($0, sound, live.cleaningEnd) }
        let time = try await blocking("changing how the sound is cleaned", within: .seconds(3)) {
            way.change(finishing: rest, at: reach)
        }
        if let old = sound.cleanings[live.mode] {
            await takeOut(old.elements)
            plan.elements.removeAll { element in old.elements.contains { $0.name == element.name } }
        }
        sounds[sound.input]?.mode = mode
        sounds[sound.input]?.cleaningEnd = end
        return time
    }

    private func makeCleaning(_ cleaning: CleaningPlan?, _ sound: SoundPlan) async throws(GraphFailure) -> SoundCut? {
        guard let cleaning else { return nil }
        for element in cleaning.elements { try builder.make(element) }
        plan.elements += cleaning.elements
        do throws(GraphFailure) {
            for (from, to) in zip(cleaning.elements, cleaning.elements.dropFirst()) {
                try builder.link(LinkPlan(PadReference(from.name), PadReference(to.name)))
            }
            let elements = cleaning.elements.compactMap { builder.elements[$0.name] }
            try await blocking("starting to clean the sound", within: .seconds(2)) { [pipeline] in
                Self.run(elements, in: pipeline, clips: [])
            }
            return try watchEnd(of: cleaning, sound)
        } catch {
            await takeOut(cleaning.elements)
            plan.elements.removeAll { element in cleaning.elements.contains { $0.name == element.name } }
            throw error
        }
    }

    private func watchEnd(of cleaning: CleaningPlan, _ sound: SoundPlan) throws(GraphFailure) -> SoundCut {
        let cut = SoundCut(sound, delay: cleaning.delay)
        cut.install(on: try pad(PadReference(cleaning.elements.last?.name ?? "")))
        return cut
    }

    private func cleaningPads(_ cleaning: CleaningPlan?) throws(GraphFailure) -> SoundWay.Stretch? {
        guard let first = cleaning?.elements.first, let last = cleaning?.elements.last else { return nil }
        return SoundWay.Stretch(
            input: try pad(PadReference(first.name, "sink")), output: try pad(PadReference(last.name)))
    }
}

extension GraphFailure {
    static var noSound: GraphFailure {
        .unable("no sound is recorded", advice: "Begin a recording with a 'microphone' in its pipeline file.")
    }
}
