internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// What a microphone's sound passes in the running graph.
struct LiveSound: Sendable {
    var plan: SoundPlan
    /// Where one source follows the other.
    var joint: SoundJoint?
    /// Where it is changed.
    var desk: SoundDesk?
    /// What it is cleaned by, where it enters that, and where it leaves it.
    var mode = SoundMode.natural
    var reach: SoundReach?
    var cleaningEnd: SoundCut?
}

extension LiveGraph {
    /// How long a microphone that is there again may take to deliver its first sound, in seconds.
    private static let patienceWithSound = 2.0

    /// Takes a microphone out and puts silence into its place; the files' sound goes on without a gap.
    func loseMicrophone(_ name: InputName) async throws(GraphFailure) {
        guard !isClosed, let input = plan.input(name), let sound = plan.sound(of: name), !lost.contains(name),
            changing.insert(name.rawValue).inserted
        else { return }
        defer { changing.remove(name.rawValue) }
        lost.insert(name)
        let end = arrivals[name]?.reached ?? Int64(pipeline.runningTime ?? 0)
        await takeOut(plan.part(of: input.branches).elements)
        failedBranches.subtract(input.branches)
        do throws(GraphFailure) { try await beSilent(sound, at: try pad(input.pad)) } catch { throw error.of(name) }
        reporter.yield(.inputLost(name, at: RunningTime(nanoseconds: end)))
    }

    /// Makes a microphone's part anew and, when its first sound comes, puts it back into its place.
    func reopenMicrophone(_ name: InputName) async throws(GraphFailure) {
        guard !isClosed, let input = plan.input(name), let sound = plan.sound(of: name), lost.contains(name),
            changing.insert(name.rawValue).inserted
        else { return }
        returning.insert(name)
        defer {
            returning.remove(name)
            changing.remove(name.rawValue)
        }
        let part = plan.part(of: input.branches)
        do throws(GraphFailure) {
            let first = try await bringBack(part, sound, at: try pad(input.pad))
            lost.remove(name)
            reporter.yield(.inputReturned(name, at: RunningTime(nanoseconds: first)))
        } catch {
            returning.remove(name)
            await takeOut(part.elements)
            failedBranches.subtract(input.branches)
            throw error.of(name)
        }
    }

    private func beSilent(_ sound: SoundPlan, at sink: Pad) async throws(GraphFailure) {
        for element in sound.silence { try builder.make(element) }
        for (from, to) in zip(sound.silence, sound.silence.dropFirst()) {
            try builder.link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
        let source = try pad(PadReference(sound.silence.last?.name ?? ""))
        let elements = sound.silence.compactMap { builder.elements[$0.name] }
        try await blocking("recording silence", within: .seconds(2)) { [pipeline] in
            Self.join(source, sink, sound.source).flatMap { Self.run(elements, in: pipeline, clips: []) }
        }
    }

    static func join(_ source: Pad, _ sink: Pad, _ branch: BranchName) -> Result<Void, GraphFailure> {
        do { return .success(try source.link(to: sink)) } catch { return .failure(GraphFailure(error, branch: branch)) }
    }

    /// - Returns: the running time of the first sound that is recorded, in nanoseconds.
    private func bringBack(_ part: GraphPart, _ sound: SoundPlan, at sink: Pad) async throws(GraphFailure) -> Int64 {
        let clips = try make(part)
        guard let last = part.outbound.first else {
            throw GraphFailure(.fault, branch: sound.source, message: "the plan's microphone leads nowhere")
        }
        let source = try pad(last.from)
        let seen = Arrivals()
        seen.install(on: source)
        arrivals[sound.input] = seen
        // Silence goes on until there is something to hear.
        let hold = source.addProbe(.buffers) { _ in .drop }
        let elements = part.elements.compactMap { builder.elements[$0.name] }
        try await openMicrophone(elements, clips, seen, sound.source)
        try await blocking("changing what is heard", within: .seconds(3)) {
            // A source whose way ends nowhere would report that as a failure.
            sink.peer?.addProbe(.buffers) { _ in .drop }
            sink.peer?.part(from: sink)
            defer { source.remove(hold) }
            return Self.join(source, sink, sound.source)
        }
        let first = seen.reached ?? Int64(pipeline.runningTime ?? 0)
        await takeOut(sound.silence)
        return first
    }

    /// Starts the microphone and waits for its first sound. What an element reports of its failure says more than a refused
    /// change of state; it is on its way.
    func openMicrophone(_ elements: [Element], _ clips: [ClipLoop], _ seen: Arrivals, _ branch: BranchName)
        async
        throws(GraphFailure)
    {
        var refusal: GraphFailure?
        do throws(GraphFailure) {
            try await blocking("opening the microphone", within: .seconds(5), on: states) { [pipeline] in
                Self.run(elements, in: pipeline, clips: clips)
            }
        } catch {
            refusal = error
        }
        let limit = refusal == nil ? Self.patienceWithSound : 0.5
        let first = try await blocking("waiting for the microphone", within: .seconds(3)) { seen.first(within: limit) }
        if let refusal { throw refusal }
        guard first != nil, !isClosed else {
            throw GraphFailure(
                .timeout, branch: branch, message: "the microphone is there, but no sound comes from it",
                advice: "Look at it with 'pactl list short sources' or 'arecord -l'.")
        }
    }

    /// A microphone and silence feed the same stream, one after the other.
    func keepSourcesApart(_ sound: SoundPlan, _ branch: BranchPlan) throws(GraphFailure) {
        let joint = SoundJoint(sound)
        joint.install(on: try pad(branch.input))
        sounds[sound.input, default: LiveSound(plan: sound)].joint = joint
    }

    /// How the sound of each microphone has been kept even so far.
    var soundStatistics: [GraphStatistics.Sound] {
        plan.sounds.compactMap { sound in
            guard let even = builder.elements[sound.even], let samples = try? even.integer("out"),
                let added = try? even.integer("add"), let removed = try? even.integer("drop")
            else { return nil }
            return GraphStatistics.Sound(of: sound.input, samples: samples, added: added, removed: removed)
        }
    }
}

extension GraphFailure {
    func of(_ microphone: InputName) -> GraphFailure {
        var failure = self
        (failure.input, failure.output) = (microphone, nil)
        return failure
    }
}
