internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Controls the frame rate and the bitrate of an output's encoder. Both are the requested values multiplied by the
/// throttle's reduction factors.
@PipelineActor
final class EncoderRate {
    /// The reductions that an encoder may be unable to apply: of the frame rate, because the camera's stream is
    /// recorded unchanged (`passthrough`), or of the bitrate. Each is reported only once.
    private enum Limit: Hashable { case passthrough, bitrate }

    private let output: OutputName
    private let live: LiveElements
    /// The bitrate that a user has requested while recording; `nil` for the planned bitrate.
    private var bitrate: Bitrate?
    /// The measured time between the camera's pictures, divided by the planned time.
    private var stretch = 1.0
    private var told: Set<Limit> = []

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }
    /// The output's encoder element; `nil` if it does not exist, or if the camera's own stream is recorded without
    /// encoding.
    var encoder: Element? { plan?.videoEncoder.flatMap { live[$0] } }

    private var share: RateShare { live.throttle.share(of: output) }

    private var bitrateShare: Double { output == .combined ? live.throttle.combinedBitrate : 1 }

    /// The accepted range of `stretch`, the ratio of the measured to the planned frame length. A ratio outside this
    /// range is clamped to it.
    private static let stretches = 0.5...4.0

    /// Adjusts the encoder's bitrate so that the bits per second stay constant when a camera's actual frame rate
    /// differs from the planned one.
    ///
    /// - Parameter frame: the measured time between two pictures, in nanoseconds.
    func followCadence(frame: Int64) {
        guard let planned = live.plan.frameLength(of: branch), planned > 0, frame > 0 else { return }
        stretch = min(max(Double(frame) / Double(planned), Self.stretches.lowerBound), Self.stretches.upperBound)
        if plan?.liveBitrate?.countsFrames == true { followBitrate() }
    }

    /// Applies the throttle's reduced frame rate to the frames that enter the encoder at or after `time`, in
    /// nanoseconds of running time.
    func follow(_ entry: EncoderEntry, from time: Int64) {
        entry.apply(share, from: time)
        if share < .full, !entry.canThin { warnOnce(.passthrough) }
    }

    /// Reports, for a recording that begins with pre-roll, that the throttle has reduced its frame rate from the
    /// beginning. `start` is the running time of that beginning, which is in the past.
    func tellShare(since start: RunningTime, of entry: EncoderEntry) {
        if entry.canThin, share < .full { live.reporter.yield(.rateChanged(output, share, at: start)) }
    }

    /// Applies the current bitrate to a newly built encoder if it differs from the plan.
    func meetEncoder() {
        if bitrate != nil || bitrateShare < 1 || stretch != 1 { followBitrate() }
    }

    /// Sets the encoder's bitrate: the requested or planned bitrate, reduced by the throttle's factor. A rebuilt
    /// encoder gets the same bitrate.
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

    /// Changes the encoder's bitrate during the recording, at a user's request.
    ///
    /// - Throws: `refused` if the encoder cannot change its bitrate while it runs.
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

    /// Sets the encoder's bitrate property. Does nothing if the encoder does not exist; it then gets the bitrate when
    /// it is built.
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
