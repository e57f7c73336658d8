internal import DualCamConfig
internal import DualCamDevices
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
    /// The second encoder, with the other preset, and its parser, which are ready to replace the current ones; empty if
    /// none is ready.
    private var spare: [ElementPlan] = []
    private var exchange: EncoderExchange?

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    private var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }

    /// Selects the encoder in the plan whose preset the throttle requires. Must be called only while the pipeline
    /// contains no encoder of this output.
    func choose() { live.plan.encode(output, atFastestPreset: live.throttle.fastestPresets) }

    /// True when the plan already uses the encoder that the throttle requires, or when the output has only one encoder.
    var isAsWanted: Bool {
        plan.map { $0.spareEncoding.isEmpty || $0.isAtFastestPreset == live.throttle.fastestPresets } ?? true
    }

    /// True while a second encoder is ready, which takes over when the output's next file begins.
    var isPrepared: Bool { !spare.isEmpty }

    /// Builds a second encoder, in addition to the running one, if the throttle requires the other preset.
    func prepare(behind valve: RecordingValve?) async {
        await withdraw(behind: valve)
        guard let plan, plan.isAtFastestPreset != live.throttle.fastestPresets, !plan.spareEncoding.isEmpty,
            plan.videoEncoder.flatMap({ live[$0] }) != nil
        else { return }
        spare = plan.spareEncoding
        do throws(GraphFailure) {
            try live.make(row: spare)
            try await live.run(spare, "starting another encoder of \(output)", within: .seconds(5))
        } catch {
            live.warn(branch, "the encoder of \(output) keeps its preset: \(error.message)")
            await withdraw(behind: valve)
        }
    }

    /// Replaces the running encoder with the prepared one right before the first frame at or after `time`, in
    /// nanoseconds of recorded time (running time without pauses). The open files end at this frame.
    /// - Parameter done: called on the pipeline's actor, with the failure if the exchange failed and with `nil`
    ///   otherwise.
    /// - Returns: false if no encoder is prepared.
    func replaceEncoder(
        at time: Int64, behind valve: RecordingValve, _ files: FileBranch,
        done: @escaping @PipelineActor (GraphFailure?) -> Void
    ) -> Bool {
        let (own, spare) = (live.elements(live.plan.encoding(of: output)), live.elements(spare))
        guard let new = spare.first, let old = own.first, spare.count == own.count else { return false }
        let exchange = EncoderExchange(of: own, for: spare)
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
        guard !spare.isEmpty else { return }
        let (made, hasTakenPlace) = (spare, exchange?.cancel() == false)
        (spare, exchange) = ([], nil)
        guard hasTakenPlace, let plan else {
            await live.remove(made)
            return
        }
        live.plan.encode(output, atFastestPreset: !plan.isAtFastestPreset)
        await live.remove(self.plan?.spareEncoding ?? [])
    }
}

/// The replacement of a running encoder and its parser by another pair. It can be cancelled until it begins.
final class EncoderExchange: Sendable {
    private enum State { case waiting, cancelled, begun }

    private let old: [Element]
    private let new: [Element]
    private let state = Mutex(State.waiting)

    /// Creates the replacement of `old` by `new`, which `perform` carries out.
    ///
    /// - Parameters:
    ///   - old: The linked elements from the running encoder to its parser. Must not be empty.
    ///   - new: The linked elements that replace them. Must not be empty.
    init(of old: [Element], for new: [Element]) { (self.old, self.new) = (old, new) }

    /// Cancels the exchange of the encoders. Returns false if the exchange has begun, because the old encoder has then
    /// received its end of stream and cannot be used again.
    func cancel() -> Bool {
        state.withLock { state in
            if state == .waiting { state = .cancelled }
            return state == .cancelled
        }
    }

    /// Drains the old elements and links the new ones in their place. Called between two frames, on the thread that
    /// feeds the encoder.
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
        let (oldSink, oldSource) = (try old[0].pad("sink"), try old[old.count - 1].pad("src"))
        let (newSink, newSource) = (try new[0].pad("sink"), try new[new.count - 1].pad("src"))
        guard let feed = oldSink.peer, let exit = oldSource.peer else {
            throw .notLinked(from: oldSink.path, to: oldSource.path, reason: "it is not linked")
        }
        // The stream after the parser continues, so the old encoder's end of stream is dropped here.
        oldSource.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
        oldSink.sendEndOfStream()
        feed.unlink(from: oldSink)
        oldSource.unlink(from: exit)
        try newSource.link(to: exit)
        try feed.link(to: newSink)
    }
}
