internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    static let heard = BranchName("audio.source")
    /// How long a microphone that is there again may take to deliver its first sound, in seconds.
    private static let patienceWithSound = 2.0

    /// Takes the microphone out and puts silence into its place; the files' sound goes on without a gap.
    func loseMicrophone() async throws(GraphFailure) {
        guard !isClosed, let input = plan.input(.microphone), !lost.contains(.microphone),
            changing.insert(InputName.microphone.rawValue).inserted
        else { return }
        defer { changing.remove(InputName.microphone.rawValue) }
        lost.insert(.microphone)
        let end = arrivals[.microphone]?.reached ?? Int64(pipeline.runningTime ?? 0)
        await takeOut(plan.part(of: input.branches).elements)
        failedBranches.subtract(input.branches)
        do throws(GraphFailure) { try await beSilent(at: try pad(input.pad)) } catch { throw error.ofMicrophone }
        reporter.yield(.inputLost(.microphone, at: RunningTime(nanoseconds: end)))
    }

    /// Makes the microphone's part anew and, when its first sound comes, puts it back into its place.
    func reopenMicrophone() async throws(GraphFailure) {
        guard !isClosed, let input = plan.input(.microphone), lost.contains(.microphone),
            changing.insert(InputName.microphone.rawValue).inserted
        else { return }
        returning.insert(.microphone)
        defer {
            returning.remove(.microphone)
            changing.remove(InputName.microphone.rawValue)
        }
        let part = plan.part(of: input.branches)
        do throws(GraphFailure) {
            let first = try await bringBack(part, at: try pad(input.pad))
            lost.remove(.microphone)
            reporter.yield(.inputReturned(.microphone, at: RunningTime(nanoseconds: first)))
        } catch {
            returning.remove(.microphone)
            await takeOut(part.elements)
            failedBranches.subtract(input.branches)
            throw error.ofMicrophone
        }
    }

    private func beSilent(at sink: Pad) async throws(GraphFailure) {
        for element in plan.silence { try builder.make(element) }
        for (from, to) in zip(plan.silence, plan.silence.dropFirst()) {
            try builder.link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
        let source = try pad(PadReference(plan.silence.last?.name ?? ""))
        let elements = plan.silence.compactMap { builder.elements[$0.name] }
        try await blocking("recording silence", within: .seconds(2)) { [pipeline] in
            Self.join(source, sink).flatMap { Self.run(elements, in: pipeline, clips: []) }
        }
    }

    static func join(_ source: Pad, _ sink: Pad) -> Result<Void, GraphFailure> {
        do { return .success(try source.link(to: sink)) } catch { return .failure(GraphFailure(error, branch: heard)) }
    }

    /// - Returns: the running time of the first sound that is recorded, in nanoseconds.
    private func bringBack(_ part: GraphPart, at sink: Pad) async throws(GraphFailure) -> Int64 {
        let clips = try make(part)
        guard let last = part.outbound.first else {
            throw GraphFailure(.fault, branch: Self.heard, message: "the plan's microphone leads nowhere")
        }
        let source = try pad(last.from)
        let seen = Arrivals()
        seen.install(on: source)
        arrivals[.microphone] = seen
        // Silence goes on until there is something to hear.
        let hold = source.addProbe(.buffers) { _ in .drop }
        let elements = part.elements.compactMap { builder.elements[$0.name] }
        try await openMicrophone(elements, clips, seen)
        try await blocking("changing what is heard", within: .seconds(3)) {
            // A source whose way ends nowhere would report that as a failure.
            sink.peer?.addProbe(.buffers) { _ in .drop }
            sink.peer?.part(from: sink)
            defer { source.remove(hold) }
            return Self.join(source, sink)
        }
        let first = seen.reached ?? Int64(pipeline.runningTime ?? 0)
        await takeOut(plan.silence)
        return first
    }

    /// Starts the microphone and waits for its first sound. What an element reports of its failure says more than a refused
    /// change of state; it is on its way.
    func openMicrophone(_ elements: [Element], _ clips: [ClipLoop], _ seen: Arrivals) async throws(GraphFailure) {
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
                .timeout, branch: Self.heard, message: "the microphone is there, but no sound comes from it",
                advice: "Look at it with 'pactl list short sources' or 'arecord -l'.")
        }
    }

    /// Microphones and silence feed the same stream, one after the other.
    func keepSourcesApart(_ branch: BranchPlan) throws(GraphFailure) {
        guard let sound = plan.sound else { return }
        let joint = SoundJoint(sound)
        joint.install(on: try pad(branch.input))
        microphoneJoint = joint
    }

    /// How the sound has been kept even so far; `nil` without sound.
    var soundStatistics: GraphStatistics.Sound? {
        guard let even = builder.elements["audio.even"], let samples = try? even.integer("out"),
            let added = try? even.integer("add"), let removed = try? even.integer("drop")
        else { return nil }
        return GraphStatistics.Sound(samples: samples, added: added, removed: removed)
    }
}

extension GraphFailure {
    var ofMicrophone: GraphFailure {
        var failure = self
        (failure.input, failure.output) = (.microphone, nil)
        return failure
    }
}
