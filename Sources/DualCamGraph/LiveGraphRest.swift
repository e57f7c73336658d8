internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Stands in `changing` while the picture goes or comes.
    static let resting = "combined"

    /// Ends the combined output's files and takes the mixer, its inputs and its encoder out: then they cost nothing, and the
    /// cameras' tees go on without them.
    func rest() async throws(GraphFailure) {
        let part = combinedPart
        guard !isClosed, !isResting, !part.elements.isEmpty, changing.insert(Self.resting).inserted else { return }
        isResting = true
        mixer.withdrawCues()
        for input in plan.inputs { mixer.ignore(input.name) }
        if let gate = gates.first(where: { $0.plan.branch == Self.combinedEncoder }) {
            _ = await endFiles(of: .combined, through: gate)
            gate.retire()
        }
        for slate in plan.inputs.compactMap(\.slate) { await takeOut(slate.elements) }
        await takeOut(part.elements)
        changing.remove(Self.resting)
        // It may have been called back meanwhile.
        if !throttle.combinedRests { try await wake() }
    }

    /// Makes what `rest` has taken out anew; the output's files begin with the next `openSegment`. Does nothing while it runs.
    func wake() async throws(GraphFailure) {
        guard !isClosed, isResting, changing.insert(Self.resting).inserted else { return }
        defer { changing.remove(Self.resting) }
        let part = combinedPart
        do throws(GraphFailure) {
            _ = try make(part)
            try beginWithFirstPicture()
            try showPicture()
            let elements = part.elements.compactMap { builder.elements[$0.name] }
            try await blocking("starting the combined picture", within: .seconds(5), on: states) { [pipeline] in
                Self.run(elements, in: pipeline, clips: [])
            }
            for link in part.inbound where builder.elements[link.from.element] != nil { try builder.link(link) }
            try watchMixer()
        } catch {
            await takeOut(part.elements)
            var failure = error
            (failure.branch, failure.output) = (Self.combinedEncoder, .combined)
            throw failure
        }
        isResting = false
        failedEncoders.remove(.combined)
        failedBranches.remove(Self.combinedEncoder)
        for input in plan.inputs where lost.contains(input.name) {
            mixer.ignore(input.name)
            await showSlate(of: input)
        }
    }

    /// A mixer that joins later would draw everything that it has missed.
    private func beginWithFirstPicture() throws(GraphFailure) {
        do {
            try builder.element("combined.mixer").set(
                "start-time-selection", .enumeration(type: "GstAggregatorStartTimeSelection", nick: "first"))
        } catch {
            throw GraphFailure(error, branch: BranchName("combined.mixer"))
        }
    }

    /// Everything that only the combined output needs.
    private var combinedPart: GraphPart {
        let branches = Set(plan.elements.map(\.branch)).filter { $0.rawValue.hasPrefix("combined.") }
        return plan.part(of: Array(branches))
    }
}
