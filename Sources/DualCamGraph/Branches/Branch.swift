internal import Dispatch
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
    private var first: GraphFailure?
    private var waiter: CheckedContinuation<GraphFailure?, Never>?

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        if first == nil { first = failure }
        giveUpWaiting()
        reporter.yield(.failed(failure))
    }

    /// The failure an element has reported; waits a second for it, as its message is on the way.
    func reported() async -> GraphFailure? {
        if let first { return first }
        return await withCheckedContinuation { continuation in
            waiter = continuation
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
                Task { [weak self] in await self?.giveUpWaiting() }
            }
        }
    }

    /// Forgets what failed, for another take.
    func renew() { first = nil }

    private func giveUpWaiting() {
        waiter?.resume(returning: first)
        waiter = nil
    }
}
