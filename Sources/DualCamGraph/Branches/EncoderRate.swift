internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// The frames and bits a second that an encoder is to take and make: as directed, and the throttle's share of it.
@PipelineActor
final class EncoderRate {
    /// The parts of a throttle that an encoder cannot follow; each is told once.
    private enum Limit: Hashable { case passthrough, bitrate }

    private let output: OutputName
    private let live: LiveElements
    /// The bitrate it has been directed to; `nil`: that of the plan.
    private var bitrate: Bitrate?
    /// The measured distance of the camera's pictures as a multiple of the planned one.
    private var stretch = 1.0
    private var told: Set<Limit> = []

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }
    /// The encoder itself, where one is there; a stream that is passed through has none.
    var encoder: Element? { plan?.videoEncoder.flatMap { live[$0] } }

    private var share: RateShare { live.throttle.share(of: output) }

    private var bitrateShare: Double { output == .combined ? live.throttle.combinedBitrate : 1 }

    /// Cameras whose pictures come closer together, or further apart, than by these multiples are taken for one of these.
    private static let stretches = 0.5...4.0

    /// Keeps the bits a second when a camera's pictures come at another distance than planned.
    ///
    /// - Parameter frame: the measured distance in nanoseconds.
    func followCadence(frame: Int64) {
        guard let planned = live.plan.frameLength(of: branch), planned > 0, frame > 0 else { return }
        stretch = min(max(Double(frame) / Double(planned), Self.stretches.lowerBound), Self.stretches.upperBound)
        if plan?.liveBitrate?.countsFrames == true { followBitrate() }
    }

    /// Follows the throttle from the running time `time` (nanoseconds) on.
    func follow(_ entry: EncoderEntry, from time: Int64) {
        entry.apply(share, from: time)
        if share < .full, !entry.canThin { warnOnce(.passthrough) }
    }

    /// Tells the share that has been in force since a recording's start, which lies behind it.
    func tellShare(since start: RunningTime, of entry: EncoderEntry) {
        if entry.canThin, share < .full { live.reporter.yield(.rateChanged(output, share, at: start)) }
    }

    /// Sets what differs from the plan on an encoder that has been made.
    func meetEncoder() {
        if bitrate != nil || bitrateShare < 1 || stretch != 1 { followBitrate() }
    }

    /// An encoder's bitrate as it is directed, and the throttle's share of it; also of an encoder that was made anew.
    func followBitrate() {
        guard let plan else { return }
        guard let rate = plan.liveBitrate else {
            if bitrateShare < 1 { warnOnce(.bitrate) }
            return
        }
        do throws(GraphFailure) { try set(rate) } catch {
            live.warn(branch, "its bitrate stays as it is: \(error.message)")
        }
    }

    /// Gives the encoder another bitrate.
    ///
    /// Throws `refused` for one that takes none while it runs.
    func direct(_ bitrate: Bitrate) throws(GraphFailure) {
        guard let rate = plan?.liveBitrate, isChangeable(rate) else {
            throw .unable(
                live.plan.bitrates[output]?.obstacle ?? "the encoder of \(output) takes no other bitrate while it runs",
                advice: "Write it into the pipeline file, or choose another encoder there.")
        }
        let before = self.bitrate
        self.bitrate = bitrate
        do throws(GraphFailure) { try set(rate) } catch {
            self.bitrate = before
            throw error
        }
    }

    /// Does nothing where the encoder is not there: it takes the bitrate when it is made.
    private func set(_ rate: LiveBitrate) throws(GraphFailure) {
        guard let encoder else { return }
        let whole = bitrate.map(rate.with) ?? rate
        let share = bitrateShare * (rate.countsFrames ? stretch : 1)
        try translating(in: branch) { try encoder.set(rate.property, .int(whole.value(share))) }
    }

    private func isChangeable(_ rate: LiveBitrate) -> Bool {
        guard !rate.isTried, let encoder else { return rate.isTried }
        return (try? encoder.isMutableWhilePlaying(rate.property)) ?? false
    }

    private func warnOnce(_ limit: Limit) {
        guard told.insert(limit).inserted else { return }
        switch limit {
        case .passthrough:
            live.warn(
                branch,
                "\(output) is passed through as its camera delivers it: its frames need each other, so that none is left out"
            )
        case .bitrate: live.warn(branch, "the bitrate of the encoder of \(output) cannot be changed while it runs")
        }
    }
}

extension Throttle {
    func share(of output: OutputName) -> RateShare { output == .combined ? combined : isolated }
}
