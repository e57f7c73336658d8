internal import DualCamPlan
internal import GStreamer

/// A part of the pipeline that is built, removed and rebuilt as a whole, and owns all state about that part.
@PipelineActor
protocol Branch: AnyObject {
    /// Installs this branch's probes on its elements in `part`. Called once the part has been built and linked.
    func watch(_ part: GraphPart) throws(GraphFailure)
}

/// The source of an encoder's pictures.
@PipelineActor
protocol PictureSource: AnyObject {
    /// True while the source delivers nothing, until it has returned.
    var isAway: Bool { get }
    /// True while failures of the source's elements are only a consequence of their removal.
    var isTakenOut: Bool { get }
}

/// Reports failures and keeps the first one, which is the reason if a state change is refused.
@PipelineActor
final class FailureReporter {
    private let reporter: Reporter
    private var first = Promise<GraphFailure>()

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        first.keep(failure)
        reporter.yield(.failed(failure))
    }

    /// Returns the failure that an element has reported. Waits up to one second for it, because its bus message may
    /// still be on the way.
    func reported() async -> GraphFailure? {
        (try? await blocking("waiting for the reason", within: .seconds(2)) { [first] in first.wait(within: 1) }) ?? nil
    }

    /// Forgets the first failure, so that the next take starts without one.
    func renew() { first = Promise() }
}

extension Pad {
    /// Unlinks this source pad once it is idle, or after one second if it never is, and releases it if it was
    /// requested. Blocks.
    func part(from sink: Pad) {
        let done = Promise<Void>()
        whenIdle { [self] in
            unlink(from: sink)
            done.keep(())
        }
        if done.wait(within: 1) == nil { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }

    /// Links this source pad to `sink`.
    /// - Throws: a failure of `branch` if the pads refuse the link.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
