internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// One take after the other, while cameras, mixer and microphone go on.
extension LiveGraph {
    /// Opens the files and lets their interval begin on the first instant at which every input that is there delivers, or `delay`
    /// nanoseconds later.
    func beginTake(_ files: [FileRequest], after delay: Int64) async throws(GraphFailure) {
        for file in files where failedEncoders.contains(file.output) { try await restore(file.output) }
        for file in files { try openWriter(file, from: nil, isRunning: true) }
        line.begin(deciding: Set(gates.filter(decides).map(\.index)), delay: delay)
    }

    /// Whether a take's begin waits for what comes through a gate.
    private func decides(_ gate: Gate) -> Bool {
        let isAway = plan.inputs.contains { lost.contains($0.name) && $0.branches.contains(gate.plan.branch) }
        return plan.gates.contains { $0.branch == gate.plan.branch && $0.decidesStart } && !isAway
    }

    /// Records nothing more; files that were not finished stay as they are.
    func endTake() async {
        line.hold()
        for writer in writers { await takeOut(writer) }
        reporter.renew()
        (finished, firstFailure, patience) = ([:], nil, nil)
    }

    /// Makes everything anew that the end of the take before has gone through, and holds nothing back any more.
    func prepareTake() async {
        do throws(GraphFailure) { try await follow(.none) } catch { tell(error) }
        for gate in gates where gate.plan.cuts && gate.hasPassed {
            let output = plan.branches.first { $0.name == gate.plan.branch }?.output
            if let output { await renew(output, gate) } else { await renewSound(gate) }
        }
        suspects = []
    }

    private func renew(_ output: OutputName, _ gate: Gate) async {
        let branch = gate.plan.branch
        let isAway = lost.contains(InputName(output.rawValue)) || (isResting && output == .combined)
        guard !isClosed, !isAway, changing.insert(branch.rawValue).inserted else { return }
        defer { changing.remove(branch.rawValue) }
        let part = plan.part(of: [branch])
        await takeOut(part.elements)
        do throws(GraphFailure) {
            try await remake(part, branch)
            failedEncoders.remove(output)
            failedBranches.remove(branch)
        } catch {
            // The next take tries again, and tells of it.
            failedEncoders.insert(output)
            await takeOut(part.elements)
            tell(error)
        }
    }

    /// What is set of the microphone's sound is before the gate, and stays.
    private func renewSound(_ gate: Gate) async {
        let part = plan.part(behind: gate.plan)
        guard !isClosed, !part.elements.isEmpty else { return gate.renew() }
        await takeOut(part.elements)
        do throws(GraphFailure) { try await remake(part, gate.plan.branch) } catch { tell(error) }
        gate.renew()
    }

    private func tell(_ failure: GraphFailure) {
        reporter.yield(.warning(branch: failure.branch, text: failure.message))
    }
}
