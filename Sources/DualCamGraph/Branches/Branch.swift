internal import DualCamPlan
internal import GStreamer

/// A part of the pipeline that is built, removed and rebuilt as a whole. It owns all state about its elements.
@PipelineActor
protocol Branch: AnyObject {
    /// Installs the branch's probes on those of its elements that `part` contains. Called once the part has been built
    /// and linked.
    func watch(_ part: GraphPart) throws(GraphFailure)
}

/// A branch that delivers the pictures to an encoder.
@PipelineActor
protocol PictureSource: AnyObject {
    /// True from the moment the source stops delivering pictures until it has returned.
    var isAway: Bool { get }
    /// True while failures of the source's elements are only a consequence of their removal.
    var isTakenOut: Bool { get }
}

/// The reporter of graph failures to the session. Keeps the first failure, which explains why a later state change is
/// refused.
@PipelineActor
final class FailureReporter {
    private let reporter: Reporter
    private var first = Promise<GraphFailure>()

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        first.keep(failure)
        reporter.yield(.failed(failure))
    }

    /// Returns the first failure that an element has reported, or `nil` if none comes within one second. The wait is
    /// needed because the element's bus message may still be on the way.
    func reported() async -> GraphFailure? {
        (try? await blocking("waiting for the reason", within: .seconds(2)) { [first] in first.wait(within: 1) }) ?? nil
    }

    /// Forgets the first failure, so that the next take starts without a failure.
    func renew() { first = Promise() }
}

extension Pad {
    /// Unlinks this source pad from `sink` once it is idle, or after one second if it is never idle. Then releases the
    /// pad if it was requested from its element. Blocks.
    func part(from sink: Pad) {
        let done = Promise<Void>()
        whenIdle { [self] in
            unlink(from: sink)
            done.keep(())
        }
        if done.wait(within: 1) == nil { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }

    /// Links this source pad to `sink` and reports a refusal as a failure of `branch`.
    /// - Throws: a failure of `branch` if the pads refuse the link.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
