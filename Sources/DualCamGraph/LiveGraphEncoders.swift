internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Pictures that wait for an encoder for this long wait for ever.
    private static let hang = Duration.seconds(1)

    /// Looks for encoders that hang. To be asked several times a second: only who is found twice hangs, as this process may have
    /// been stopped itself.
    func findHungEncoders() {
        guard !isClosed, line.start != nil else { return }
        let found = Set(plan.outputs.map(\.name).filter(hangs))
        for output in found.intersection(suspects) {
            let branch = BranchName("\(output).encoder")
            failedEncoders.insert(output)
            failedBranches.insert(branch)
            report(.hung(output, branch))
        }
        suspects = found
    }

    /// A disk that takes nothing holds up the encoder, too, but only when the file's queue is full.
    private func hangs(_ output: OutputName) -> Bool {
        let branch = BranchName("\(output).encoder")
        guard !failedEncoders.contains(output), !(isResting && output == .combined),
            !changing.contains(branch.rawValue),
            !lost.contains(InputName(output.rawValue)), let gate = gates.first(where: { $0.plan.branch == branch })
        else { return false }
        return !gate.hasEnded && gate.held.map { $0 > Self.hang } ?? false
            && !writers.contains { $0.request.output == output && $0.isFull }
    }

    /// Makes an output's encoder anew, where it has failed.
    ///
    /// Throws a failure of no output when the encoder could not be freed for the second time: each one that hangs keeps its
    /// memory and its threads, which only the end of the process gives back.
    func restore(_ output: OutputName) async throws(GraphFailure) {
        if output == .combined, isResting { return try await wake() }
        let branch = BranchName("\(output).encoder")
        let part = plan.part(of: [branch])
        guard !isClosed, !part.elements.isEmpty, !lost.contains(InputName(output.rawValue)), isBroken(output, branch),
            changing.insert(branch.rawValue).inserted
        else { return }
        defer { changing.remove(branch.rawValue) }
        failedEncoders.insert(output)
        try? await drop(output, finishing: true)
        if await !takeOut(part.elements), !immovable.insert(output).inserted { throw .immovable(branch) }
        do throws(GraphFailure) {
            try await remake(part, branch)
        } catch {
            await takeOut(part.elements)
            var failure = error
            (failure.branch, failure.output) = (branch, output)
            throw failure
        }
        failedEncoders.remove(output)
        failedBranches.remove(branch)
    }

    func remake(_ part: GraphPart, _ branch: BranchName) async throws(GraphFailure) {
        _ = try make(part)
        let elements = part.elements.compactMap { builder.elements[$0.name] }
        try await blocking("starting \(branch)", within: .seconds(5), on: states) { [pipeline] in
            Self.run(elements, in: pipeline, clips: [])
        }
        for link in part.inbound { try builder.link(link) }
    }

    private func isBroken(_ output: OutputName, _ branch: BranchName) -> Bool {
        failedEncoders.contains(output) || gates.first { $0.plan.branch == branch }?.hasEnded ?? true
    }
}

extension GraphFailure {
    fileprivate static func hung(_ output: OutputName, _ branch: BranchName) -> GraphFailure {
        GraphFailure(
            .encoderFailed, branch: branch, output: output,
            message: "\(branch): the encoder hangs: it has taken no picture for a second, though pictures come",
            advice: "If it happens again, choose another encoder: 'dualcam encoders' lists those at hand.")
    }

    fileprivate static func immovable(_ branch: BranchName) -> GraphFailure {
        GraphFailure(
            .fault, branch: branch,
            message: "\(branch): the encoder hangs again and cannot be stopped; another process has to go on",
            advice: "Choose another encoder: 'dualcam encoders' lists those at hand.")
    }
}
