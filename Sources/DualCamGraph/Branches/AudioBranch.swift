internal import DualCamPlan
internal import GStreamer

/// The branch that contains an audio track's encoder, or that carries the sound of one microphone to the audio mixer.
@PipelineActor
final class AudioBranch: Branch {
    private let branch: BranchID
    private let live: LiveElements
    private let valves: RecordingValves

    nonisolated init(_ branch: BranchID, _ live: LiveElements, _ valves: RecordingValves) {
        (self.branch, self.live, self.valves) = (branch, live, valves)
    }

    func watch(_ part: GraphPart) throws(GraphFailure) {
        let own = Set(part.elements.filter { $0.branch == branch }.map(\.name))
        let tees = Set(live.plan.outputs.flatMap(\.tracks).map(\.encoded.element))
        for queue in own where live.plan.preRoll?.queues.contains(queue) == true {
            try live.keepPast(in: queue)
        }
        for tee in tees.intersection(own) { EncodedStream().install(on: try live.pad(tee, "sink")) }
        if let plan = part.branches.first(where: { $0.name == branch }) { try live.countLosses(of: plan) }
        if let plan = part.valves.first(where: { $0.branch == branch }) { try valves.install(plan) }
    }

    /// Prepares the branch for the next take. Rebuilds the elements after the recording valve if the previous take has
    /// used them, because they have then received an end of stream. The microphone's settings are kept, because they
    /// belong to elements before the valve.
    func renew() async {
        guard let valve = valves[branch], valve.plan.cuts, valve.hasPassed else { return }
        let part = live.plan.part(behind: valve.plan)
        guard !live.isClosed, !part.elements.isEmpty else { return valve.renew() }
        await live.remove(part.elements)
        do throws(GraphFailure) { try await live.remake(part, branch) } catch { live.warn(error.branch, error.message) }
        valve.renew()
    }
}
