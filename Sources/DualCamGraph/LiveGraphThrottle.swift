internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Does so much of its work from now on.
    func follow(_ wanted: Throttle) async throws(GraphFailure) {
        guard !isClosed, wanted != throttle else { return }
        let before = throttle
        throttle = wanted
        // What is not here yet is later than now, whatever its way: all outputs change on one instant.
        let now = Int64(clamping: pipeline.runningTime ?? 0)
        for (output, entry) in entries {
            entry.take(share(of: output), from: now)
            if share(of: output) < .full, !entry.canThin { warnOnce(of: output, .passthrough) }
        }
        if wanted.combinedBitrate != before.combinedBitrate { followBitrate(of: .combined) }
        if wanted.combinedRests != before.combinedRests { try await wanted.combinedRests ? rest() : wake() }
    }

    func share(of output: OutputName) -> RateShare { output == .combined ? throttle.combined : throttle.isolated }

    /// An encoder's bitrate as it is directed, and the throttle's share of it; also of an encoder that was made anew.
    private func followBitrate(of name: OutputName) {
        guard let output = plan.outputs.first(where: { $0.name == name }) else { return }
        guard let rate = output.liveBitrate else {
            if share(ofBitrateOf: name) < 1 { warnOnce(of: name, .bitrate) }
            return
        }
        do throws(GraphFailure) { try set(rate, of: output) } catch {
            let branch = BranchName("\(name).encoder")
            reporter.yield(.warning(branch: branch, text: "its bitrate stays as it is: \(error.message)"))
        }
    }

    /// Does nothing where the encoder is not there: it takes the bitrate when it is made.
    func set(_ rate: LiveBitrate, of output: OutputPlan) throws(GraphFailure) {
        guard let encoder = output.videoEncoder.flatMap({ builder.elements[$0] }) else { return }
        let whole = bitrates[output.name].map(rate.with) ?? rate
        do { try encoder.set(rate.property, .int(whole.value(share(ofBitrateOf: output.name)))) } catch {
            throw GraphFailure(error, branch: BranchName("\(output.name).encoder"))
        }
    }

    private func share(ofBitrateOf output: OutputName) -> Double {
        output == .combined ? throttle.combinedBitrate : 1
    }

    /// How the encoders keep up; nothing of those that are not there.
    var branchStatistics: [GraphStatistics.Branch] {
        plan.branches.compactMap { branch in
            guard let output = branch.output, branch.isEncoder(of: output), let entry = entries[output],
                let queue = branch.queue.flatMap({ builder.elements[$0] }),
                let level = try? queue.integer("current-level-buffers"),
                let most = try? queue.integer("max-size-buffers"), most > 0
            else { return nil }
            let (framesIn, framesOut) = entry.counts
            return GraphStatistics.Branch(
                output: output, framesIn: framesIn, framesOut: framesOut,
                queue: min(1, Double(level) / Double(most)))
        }
    }

    /// Sees what comes to an encoder and leaves it, also to one that is made anew.
    func watchEntry(of gate: GatePlan) throws(GraphFailure) {
        guard let branch = plan.branches.first(where: { $0.name == gate.branch }), let output = branch.output,
            branch.isEncoder(of: output), let rate = branch.rate
        else { return }
        let entry =
            entries[output]
            ?? EncoderEntry(
                output, rate: rate, canThin: !gate.needsKeyFrame, line: line, reporter: reporter)
        entries[output] = entry
        entry.install(
            on: try builder.pad(gate.pad.element, "sink"), exit: try builder.pad("\(output).encoded", "sink"))
        if bitrates[output] != nil || share(ofBitrateOf: output) < 1 { followBitrate(of: output) }
    }

    static var combinedEncoder: BranchName { BranchName("combined.encoder") }
}

/// What a graph cannot do of a throttle, said once for each output.
enum ThrottleLimit: Sendable, Hashable {
    case passthrough, bitrate

    fileprivate func text(_ output: OutputName) -> String {
        switch self {
        case .passthrough:
            "\(output) is passed through as its camera delivers it: its frames need each other, so that none is left out"
        case .bitrate: "the bitrate of the encoder of \(output) cannot be changed while it runs"
        }
    }
}

extension LiveGraph {
    private func warnOnce(of output: OutputName, _ limit: ThrottleLimit) {
        guard limits[output, default: []].insert(limit).inserted else { return }
        reporter.yield(.warning(branch: BranchName("\(output).encoder"), text: limit.text(output)))
    }
}

extension BranchPlan {
    /// True for the way of an output's picture through its encoder.
    fileprivate func isEncoder(of output: OutputName) -> Bool { name.rawValue == "\(output).encoder" }
}
