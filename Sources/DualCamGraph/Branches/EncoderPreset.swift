internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Brings an output's encoder to its fastest preset, and back to the planned one: no encoder takes another preset while it runs. A
/// second encoder is made beside it and takes its place between two frames, where a file ends and the next one begins.
@PipelineActor
final class EncoderPreset {
    private let output: OutputName
    private let live: LiveElements
    /// The encoder that waits for its place, and the exchange once its time is known.
    private var spare: ElementPlan?
    private var exchange: EncoderExchange?

    nonisolated init(_ output: OutputName, _ live: LiveElements) { (self.output, self.live) = (output, live) }

    private var branch: BranchID { .encoder(output) }
    private var plan: OutputPlan? { live.plan.outputs.first { $0.name == output } }

    /// Has the plan name the encoder that the throttle asks for. To be called while none is there.
    func choose() { live.plan.encode(output, atFastestPreset: live.throttle.fastestPresets) }

    /// The plan names the encoder that the throttle asks for, as far as there is one.
    var isAsWanted: Bool {
        plan.map { $0.spareEncoder == nil || $0.isAtFastestPreset == live.throttle.fastestPresets } ?? true
    }

    /// Makes the encoder that the throttle asks for beside the one that runs, where that is another one.
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

    /// Has the encoder that waits take its place before the first frame at or after `time` (recorded, in nanoseconds), where the open
    /// files end; `done` is told on the pipeline's actor, with the failure if it could not.
    /// - Returns: false where none waits.
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

    /// Takes the encoder out that has given its place away.
    private func settle(_ done: EncoderExchange) async {
        if exchange === done { await withdraw(behind: nil) }
    }

    /// Lets go of the encoder that waits, or of the other one if it has taken its place: then one encoder is there, as the plan says. The
    /// file that was to begin with it begins with a key frame of the one that stays.
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

/// An encoder's way out of the running graph and another one's into its place.
final class EncoderExchange: Sendable {
    private enum State { case waiting, cancelled, begun }

    private let old: Element
    private let new: Element
    private let state = Mutex(State.waiting)

    init(of old: Element, for new: Element) { (self.old, self.new) = (old, new) }

    /// Cancels the exchange; returns false if it has begun, because the old encoder has been ended and cannot be used again.
    func cancel() -> Bool {
        state.withLock { state in
            if state == .waiting { state = .cancelled }
            return state == .cancelled
        }
    }

    /// Has the old encoder give out all that it holds, and puts the new one into its place. To be called between two frames, on the
    /// thread that feeds it.
    ///
    /// Throws when they cannot be linked.
    /// - Returns: false where it was cancelled.
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
        // The stream goes on.
        oldSource.addProbe(.events) { if case .endOfStream? = $0.event { .drop } else { .pass } }
        oldSink.sendEndOfStream()
        feed.unlink(from: oldSink)
        oldSource.unlink(from: exit)
        try newSource.link(to: exit)
        try feed.link(to: newSink)
    }
}
