internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Switches an output's encoder between its planned preset and its fastest one. An encoder cannot change its preset
/// while it runs. A second encoder is therefore built, which replaces the first between two frames, at the end of a
/// file.
@PipelineActor
final class EncoderPreset {
    private let output: OutputName
    private let live: LiveElements
    /// The second encoder, with the other preset, which is ready to replace the current encoder; `nil` if none is
    /// ready.
    private var spare: ElementPlan?
    private var exchange: EncoderExchange?

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    private var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }

    /// Selects the encoder in the plan whose preset the throttle requires. Must be called only while the pipeline
    /// contains no encoder of this output.
    func choose() { live.plan.encode(output, atFastestPreset: live.throttle.fastestPresets) }

    /// True when the plan already uses the encoder that the throttle requires, or when the output has only one encoder.
    var isAsWanted: Bool {
        plan.map { $0.spareEncoder == nil || $0.isAtFastestPreset == live.throttle.fastestPresets } ?? true
    }

    /// Builds a second encoder, in addition to the running one, if the throttle requires the other preset.
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

    /// Replaces the running encoder with the prepared one right before the first frame at or after `time`, in
    /// nanoseconds of recorded time. The open files end at this frame.
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
                // If the exchange was cancelled, the old encoder continues, and the new file begins with a key frame of
                // it.
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

    /// Removes the old encoder after the new one has replaced it.
    private func settle(_ done: EncoderExchange) async {
        if exchange === done { await withdraw(behind: nil) }
    }

    /// Removes the encoder that is not in use: the prepared one, or the replaced one if the exchange has taken place.
    /// If a new file should have begun with the removed encoder, requests a key frame from the remaining one.
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

/// The replacement of a running encoder element by another one. It can be cancelled until it begins.
final class EncoderExchange: Sendable {
    private enum State { case waiting, cancelled, begun }

    private let old: Element
    private let new: Element
    private let state = Mutex(State.waiting)

    init(of old: Element, for new: Element) { (self.old, self.new) = (old, new) }

    /// Cancels the exchange of the encoders. Returns false if the exchange has begun, because the old encoder has then
    /// received its end of stream and cannot be used again.
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
        // The stream after the encoder continues, so the old encoder's end of stream is dropped here.
        oldSource.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
        oldSink.sendEndOfStream()
        feed.unlink(from: oldSink)
        oldSource.unlink(from: exit)
        try newSource.link(to: exit)
        try feed.link(to: newSink)
    }
}
