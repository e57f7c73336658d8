internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// A device that is opened beside the one that is heard.
struct Audition: Sendable {
    var branch: BranchName
    /// Of its elements, whose failures are its own.
    var names: Set<String>
    var seen: Arrivals
}

extension LiveGraph {
    /// Opens another device for a microphone and, when sound comes from it, goes on with it where the one before has ended, to
    /// the sample. When it does not open, nothing changes.
    /// - Returns: running time of its first sample.
    func change(_ name: InputName, to device: MicrophoneDevice) async throws(GraphFailure) -> RunningTime? {
        guard let input = plan.input(name), let sound = plan.sound(of: name) else { throw .noSound }
        guard changing.insert(name.rawValue).inserted else {
            throw .unable("the microphone is being taken out or put back", advice: "Try again in some seconds.")
        }
        do throws(GraphFailure) {
            let time = try await replaceMicrophone(input, sound, with: device)
            changing.remove(name.rawValue)
            return time
        } catch {
            changing.remove(name.rawValue)
            // Whatever became of the old one meanwhile is dealt with now.
            if failedBranches.contains(sound.source) { try await loseMicrophone(name) }
            throw error.of(name)
        }
    }

    private func replaceMicrophone(_ input: InputPlan, _ sound: SoundPlan, with device: MicrophoneDevice)
        async
        throws(GraphFailure) -> RunningTime?
    {
        let found = try await blocking("looking for the microphone", within: .seconds(10)) { [findMicrophone] in
            findMicrophone(input.name, device)
        }
        auditions += 1
        let candidate = found.candidate(auditions, for: input.name)
        let part = candidate.part(of: input.branches)
        guard let last = part.outbound.first, let joint = sounds[input.name]?.joint else {
            throw .noSound
        }
        let (seen, cut) = (Arrivals(), SoundCut(sound))
        // Until another one is tried: what its elements say of a failure may come late.
        audition = Audition(branch: sound.source, names: Set(part.elements.map(\.name)), seen: seen)
        do throws(GraphFailure) {
            let clips = try make(part)
            let turn = MicrophoneTurn(
                source: try pad(last.from), sink: try pad(input.pad), cut: cut, reach: joint.reach, branch: sound.source
            )
            seen.install(on: try pad(PadReference(last.from.element, "sink")))
            cut.install(on: turn.source)
            let hold = turn.source.addProbe([.block, .buffers]) { _ in .pass }
            try await openMicrophone(part.elements.compactMap { builder.elements[$0.name] }, clips, seen, sound.source)
            // The first sound may have been waiting in the device.
            _ = try await blocking("waiting for the microphone", within: .seconds(3)) { seen.second(within: 2) }
            let time = try await blocking("changing the microphone", within: .seconds(3)) { turn.take(from: hold) }
            await settle(input, sound, candidate, seen, at: time)
            return time.map { RunningTime(nanoseconds: $0) }
        } catch {
            await takeOut(part.elements)
            throw error
        }
    }

    /// The new one is what is recorded from now on; what was heard before goes.
    private func settle(
        _ input: InputPlan, _ sound: SoundPlan, _ candidate: GraphPlan, _ seen: Arrivals, at time: Int64?
    ) async {
        let wasLost = lost.contains(input.name)
        let hadFailed = failedBranches.contains(sound.source)
        let gone = wasLost ? sound.silence : plan.part(of: input.branches).elements
        plan.adopt(candidate.input(input.name) ?? input, from: candidate)
        audition = nil
        arrivals[input.name] = seen
        lost.remove(input.name)
        followTolerance(of: candidate, sound)
        await takeOut(gone)
        failedBranches.subtract(input.branches)
        let at = RunningTime(nanoseconds: time ?? Int64(pipeline.runningTime ?? 0))
        if hadFailed, !wasLost { reporter.yield(.inputLost(input.name, at: at)) }
        if hadFailed || wasLost { reporter.yield(.inputReturned(input.name, at: at)) }
    }

    /// How uneven a microphone's time stamps may be is a matter of its kind.
    private func followTolerance(of candidate: GraphPlan, _ sound: SoundPlan) {
        guard let even = candidate.elements.first(where: { $0.name == sound.even }),
            let tolerance = even.properties.first(where: { $0.name == "tolerance" })
        else { return }
        do { try builder.elements[even.name]?.set(tolerance.name, Setting(tolerance.value)) } catch {
            let problem = GraphFailure(error, branch: even.branch).message
            reporter.yield(.warning(branch: even.branch, text: "the sound is kept as even as before: \(problem)"))
        }
    }
}

/// One microphone's place taken by another.
private struct MicrophoneTurn: Sendable {
    /// The new one's, at which it waits.
    var source: Pad
    var sink: Pad
    var cut: SoundCut
    /// How far the sound has come at `sink`.
    var reach: SoundReach
    var branch: BranchName

    /// Blocks until the old one has been unlinked between two of its buffers and the new one goes on from there.
    /// - Returns: running time of the new one's first sample, in nanoseconds; `nil`: nothing had been heard before.
    func take(from hold: Probe) -> Result<Int64?, GraphFailure> {
        let old = sink.peer
        // A source whose way ends nowhere would report that as a failure.
        let mute = old?.addProbe(.buffers) { _ in .drop }
        old?.part(from: sink)
        let time = reach.end?.running
        if let time { cut.begin(at: time) }
        let joined = LiveGraph.join(source, sink, branch)
        if case .failure(let failure) = joined {
            if let old, let mute, case .success = LiveGraph.join(old, sink, branch) { old.remove(mute) }
            return .failure(failure)
        }
        source.remove(hold)
        return .success(time)
    }
}
