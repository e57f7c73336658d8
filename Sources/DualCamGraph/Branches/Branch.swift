internal import DualCamPlan
internal import GStreamer

/// A part of the pipeline that is built, removed and rebuilt as a whole. It owns all state related to its elements.
@PipelineActor
protocol Branch: AnyObject {
    /// Installs the branch's probes on those of its elements that are in `part`. Called once the part has been built
    /// and linked.
    func watch(_ part: GraphPart) throws(GraphFailure)
}

/// A branch that delivers pictures to an encoder.
@PipelineActor
protocol PictureSource: AnyObject {
    /// True from the moment the branch stops delivering pictures until it has recovered.
    var isAway: Bool { get }
    /// True while errors of the branch's elements are expected, because they only result from the elements' removal.
    var isTakenOut: Bool { get }
}

/// The object that reports the graph's errors to the session. It keeps the first error, which explains why a later
/// state change fails.
@PipelineActor
final class FailureReporter {
    private let reporter: Reporter
    private var first = Promise<GraphFailure>()

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        first.keep(failure)
        reporter.yield(.failed(failure))
    }

    /// Returns the first error that an element has reported; `nil` if none arrives within one second. Waiting is
    /// necessary because the error's bus message may still be in the queue.
    func reported() async -> GraphFailure? {
        (try? await blocking("waiting for the reason", within: .seconds(2)) { [first] in first.wait(within: 1) }) ?? nil
    }

    /// Discards the first error, so that the next take starts without one.
    func renew() { first = Promise() }
}

extension Pad {
    /// Unlinks this source pad from `sink` once the pad is idle, or after one second if it never is. Then releases the
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

    /// Links this source pad to `sink`.
    /// - Throws: an error of `branch` if the pads cannot be linked.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
