internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The switch of an output's encoder between its planned preset and the fastest one. No encoder can change its preset
/// while it runs. A second encoder is therefore built beside the first and replaces it between two frames, where a file
/// ends.
@PipelineActor
final class EncoderPreset {
    private let output: OutputName
    private let live: LiveElements
    /// The prepared encoder with the other preset, which waits to replace the current encoder; `nil` if none is
    /// prepared.
    private var spare: ElementPlan?
    private var exchange: EncoderExchange?

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    private var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }

    /// Selects, in the plan, the encoder whose preset the throttle wants. Called only while the output has no encoder
    /// in the pipeline.
    func choose() { live.plan.encode(output, atFastestPreset: live.throttle.fastestPresets) }

    /// True when the plan already uses the encoder that the throttle wants, or when the output has only one encoder.
    var isAsWanted: Bool {
        plan.map { $0.spareEncoder == nil || $0.isAtFastestPreset == live.throttle.fastestPresets } ?? true
    }

    /// Builds a second encoder beside the running one if the throttle wants another preset.
    func prepare(behind valve: RecordingValve?) async {
        await withdraw(behind: valve)
        guard let plan, plan.isAtFastestPreset != live.throttle.fastestPresets, let spare = plan.spareEncoder,
            plan.videoEncoder.flatMap({ live[$0] }) != nil
        else { return }
        self.spare = spare
        do throws(GraphFailure) {
            try live.make(row: [spare])
            try await live.run([spare], "starting another encoder of \(output)", within: .seconds(5))
        } catch {
            live.warn(branch, "the encoder of \(output) keeps its preset: \(error.message)")
            await withdraw(behind: valve)
        }
    }

    /// Replaces the running encoder by the prepared one before the first frame at or after `time`, in nanoseconds of
    /// recorded time. The open files end there.
    /// - Parameter done: called on the pipeline's actor, with the failure if the exchange failed and with `nil`
    ///   otherwise.
    /// - Returns: false if no encoder is prepared.
    func replaceEncoder(
        at time: Int64, behind valve: RecordingValve, _ files: FileBranch,
        done: @escaping @PipelineActor (GraphFailure?) -> Void
    ) -> Bool {
        guard let new = spare.flatMap({ live[$0.name] }), let old = plan?.videoEncoder.flatMap({ live[$0] }) else {
            return false
        }
        let exchange = EncoderExchange(of: old, for: new)
        self.exchange = exchange
        files.expectAnotherStream(from: time)
        valve.beforeFrame(at: time) { [weak self, branch, output] in
            var failure: GraphFailure?
            do throws(GraphError) {
                // If the exchange was cancelled, the old encoder begins the file.
                guard try exchange.perform() else { return old.forceKeyUnit() }
                valve.replaceEncoder(with: new)
            } catch {
                failure = GraphFailure(error, branch: branch).of(branch, output)
            }
            Task { [weak self, failure] in
                await self?.settle(exchange)
                valve.replaceEncoder(with: nil)
                await done(failure)
            }
        }
        return true
    }

    /// Removes the encoder that was replaced in the finished exchange.
    private func settle(_ done: EncoderExchange) async {
        if exchange === done { await withdraw(behind: nil) }
    }

    /// Removes the prepared encoder, or the replaced one if the exchange has happened. The encoder that the plan names
    /// remains. A file that was to begin with the other encoder begins with a key frame of the remaining one.
    func withdraw(behind valve: RecordingValve?) async {
        if let time = valve?.forgetErrand(), let encoder = plan?.videoEncoder.flatMap({ live[$0] }) {
            valve?.askForKeyFrame(at: time, of: encoder)
        }
        guard let spare else { return }
        let hasTakenPlace = exchange?.cancel() == false
        (self.spare, exchange) = (nil, nil)
        guard hasTakenPlace, let plan else {
            await live.remove([spare])
            return
        }
        live.plan.encode(output, atFastestPreset: !plan.isAtFastestPreset)
        guard let old = self.plan?.spareEncoder else { return }
        await live.remove([old])
    }
}

/// The exchange of a running encoder element for another one, which can be cancelled until it begins.
final class EncoderExchange: Sendable {
    private enum State { case waiting, cancelled, begun }

    private let old: Element
    private let new: Element
    private let state = Mutex(State.waiting)

    init(of old: Element, for new: Element) { (self.old, self.new) = (old, new) }

    /// Cancels the exchange of the encoders. Returns false if it has begun: the old encoder has been ended by then and
    /// cannot be used again.
    func cancel() -> Bool {
        state.withLock { state in
            if state == .waiting { state = .cancelled }
            return state == .cancelled
        }
    }

    /// Drains the old encoder and links the new one in its place. Called between two frames, on the thread that feeds
    /// the encoder.
    ///
    /// - Throws: an error if the pads cannot be linked.
    /// - Returns: false if the exchange was cancelled.
    func perform() throws(GraphError) -> Bool {
        let isWanted = state.withLock { state in
            if state == .waiting { state = .begun }
            return state == .begun
        }
        if isWanted { try exchange() }
        return isWanted
    }

    private func exchange() throws(GraphError) {
        let (oldSink, oldSource) = (try old.pad("sink"), try old.pad("src"))
        let (newSink, newSource) = (try new.pad("sink"), try new.pad("src"))
        guard let feed = oldSink.peer, let exit = oldSource.peer else {
            throw .notLinked(from: oldSink.path, to: oldSource.path, reason: "it is not linked")
        }
        // The stream behind the encoder continues, so the old encoder's end of stream is dropped here.
        oldSource.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
        oldSink.sendEndOfStream()
        feed.unlink(from: oldSink)
        oldSource.unlink(from: exit)
        try newSource.link(to: exit)
        try feed.link(to: newSink)
    }
}
