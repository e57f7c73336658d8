internal import DualCamPlan
internal import GStreamer

/// A part of the pipeline that is made, taken out and made anew as one. It owns everything that is known of it.
@PipelineActor
protocol Branch: AnyObject {
    /// Installs this branch's probes on those of its elements that a part has; called when a part has been made and linked.
    func watch(_ part: GraphPart) throws(GraphFailure)
}

/// The source of an encoder's pictures.
@PipelineActor
protocol PictureSource: AnyObject {
    /// Returns true while nothing comes from it, until it is back.
    var isAway: Bool { get }
    /// Returns true while what its elements say follows from their being taken out.
    var isTakenOut: Bool { get }
}

/// Tells failures, and remembers the first: a state change that was refused has a reason, which an element reports.
@PipelineActor
final class FailureReporter {
    private let reporter: Reporter
    private var first = Promise<GraphFailure>()

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        first.keep(failure)
        reporter.yield(.failed(failure))
    }

    /// The failure an element has reported; waits a second for it, as its message is on the way.
    func reported() async -> GraphFailure? {
        (try? await blocking("waiting for the reason", within: .seconds(2)) { [first] in first.wait(within: 1) }) ?? nil
    }

    /// Forgets what failed, for another take.
    func renew() { first = Promise() }
}

extension Pad {
    /// Unlinks this source pad while nothing passes, or after a second all the same, and gives it back where it was requested.
    /// Blocks.
    func part(from sink: Pad) {
        let done = Promise<Void>()
        whenIdle { [self] in
            unlink(from: sink)
            done.keep(())
        }
        if done.wait(within: 1) == nil { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }

    /// Links this source pad; a refusal is told of `branch`.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
