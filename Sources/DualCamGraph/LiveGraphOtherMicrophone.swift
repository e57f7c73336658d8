internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// A microphone that is opened beside the one that is heard.
struct Audition: Sendable {
    /// Of its elements, whose failures are its own.
    var names: Set<String>
    var seen: Arrivals
}

extension LiveGraph {
    /// Opens another microphone and, when sound comes from it, goes on with it where the one before has ended, to the sample.
    /// When it does not open, nothing changes.
    /// - Returns: running time of its first sample.
    func change(to device: MicrophoneDevice) async throws(GraphFailure) -> RunningTime? {
        guard let input = plan.input(.microphone) else { throw .noSound }
        guard changing.insert(InputName.microphone.rawValue).inserted else {
            throw .unable("the microphone is being taken out or put back", advice: "Try again in some seconds.")
        }
        do throws(GraphFailure) {
            let time = try await replaceMicrophone(input, with: device)
            changing.remove(InputName.microphone.rawValue)
            return time
        } catch {
            changing.remove(InputName.microphone.rawValue)
            // Whatever became of the old one meanwhile is dealt with now.
            if failedBranches.contains(Self.heard) { try await loseMicrophone() }
            throw error.ofMicrophone
        }
    }

    private func replaceMicrophone(_ input: InputPlan, with device: MicrophoneDevice) async throws(GraphFailure)
        -> RunningTime?
    {
        let found = try await blocking("looking for the microphone", within: .seconds(10)) { [findMicrophone] in
            findMicrophone(device)
        }
        auditions += 1
        let candidate = found.candidate(auditions)
        let part = candidate.part(of: input.branches)
        guard let last = part.outbound.first, let joint = microphoneJoint, let sound = plan.sound else {
            throw .noSound
        }
        let (seen, cut) = (Arrivals(), SoundCut(sound))
        // Until another one is tried: what its elements say of a failure may come late.
        audition = Audition(names: Set(part.elements.map(\.name)), seen: seen)
        do throws(GraphFailure) {
            let clips = try make(part)
            let turn = MicrophoneTurn(
                source: try pad(last.from), sink: try pad(input.pad), cut: cut, reach: joint.reach)
            seen.install(on: try pad(PadReference(last.from.element, "sink")))
            cut.install(on: turn.source)
            let hold = turn.source.addProbe([.block, .buffers]) { _ in .pass }
            try await openMicrophone(part.elements.compactMap { builder.elements[$0.name] }, clips, seen)
            // The first sound may have been waiting in the device.
            _ = try await blocking("waiting for the microphone", within: .seconds(3)) { seen.second(within: 2) }
            let time = try await blocking("changing the microphone", within: .seconds(3)) { turn.take(from: hold) }
            await settle(input, candidate, seen, at: time)
            return time.map { RunningTime(nanoseconds: $0) }
        } catch {
            await takeOut(part.elements)
            throw error
        }
    }

    /// The new one is what is recorded from now on; what was heard before goes.
    private func settle(_ input: InputPlan, _ candidate: GraphPlan, _ seen: Arrivals, at time: Int64?) async {
        let wasLost = lost.contains(.microphone)
        let hadFailed = failedBranches.contains(Self.heard)
        let gone = wasLost ? plan.silence : plan.part(of: input.branches).elements
        plan.adopt(candidate.input(.microphone) ?? input, from: candidate)
        audition = nil
        arrivals[.microphone] = seen
        lost.remove(.microphone)
        followTolerance(of: candidate)
        await takeOut(gone)
        failedBranches.subtract(input.branches)
        let at = RunningTime(nanoseconds: time ?? Int64(pipeline.runningTime ?? 0))
        if hadFailed, !wasLost { reporter.yield(.inputLost(.microphone, at: at)) }
        if hadFailed || wasLost { reporter.yield(.inputReturned(.microphone, at: at)) }
    }

    /// How uneven a microphone's time stamps may be is a matter of its kind.
    private func followTolerance(of candidate: GraphPlan) {
        guard let even = candidate.elements.first(where: { $0.name == "audio.even" }),
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

    /// Blocks until the old one has been unlinked between two of its buffers and the new one goes on from there.
    /// - Returns: running time of the new one's first sample, in nanoseconds; `nil`: nothing had been heard before.
    func take(from hold: Probe) -> Result<Int64?, GraphFailure> {
        let old = sink.peer
        // A source whose way ends nowhere would report that as a failure.
        let mute = old?.addProbe(.buffers) { _ in .drop }
        old?.part(from: sink)
        let time = reach.end?.running
        if let time { cut.begin(at: time) }
        let joined = LiveGraph.join(source, sink)
        if case .failure(let failure) = joined {
            if let old, let mute, case .success = LiveGraph.join(old, sink) { old.remove(mute) }
            return .failure(failure)
        }
        source.remove(hold)
        return .success(time)
    }
}
