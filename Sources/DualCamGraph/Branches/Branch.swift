internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// A part of the pipeline that is built, removed and rebuilt as a whole. It owns the state of its elements.
@PipelineActor
protocol Branch: AnyObject {
    /// Installs the branch's pad probes on those of its elements that belong to `part`. Called once the part has been
    /// built and linked.
    func watch(_ part: GraphPart) throws(GraphFailure)
}

/// A branch whose pictures go to an encoder: a camera or the combined picture.
@PipelineActor
protocol PictureSource: AnyObject {
    /// True while the branch delivers no pictures, because its camera is lost or the combined picture is paused.
    var isAway: Bool { get }
    /// True while the branch's elements are being removed. Their errors are then expected and ignored.
    var isTakenOut: Bool { get }
}

/// Reports the graph's errors to the session. Also stores the first error, which explains why a later state change
/// fails.
@PipelineActor
final class FailureReporter {
    private let reporter: Reporter
    private var first = Promise<GraphFailure>()

    nonisolated init(_ reporter: Reporter) { self.reporter = reporter }

    func report(_ failure: GraphFailure) {
        first.keep(failure)
        reporter.yield(.failed(failure))
    }

    /// Returns the first error that an element has reported. Waits up to one second for it, because its bus message may
    /// still be queued; `nil` if none arrives.
    func reported() async -> GraphFailure? {
        (try? await blocking("waiting for the reason", within: .seconds(2)) { [first] in first.wait(within: 1) }) ?? nil
    }

    /// Forgets the stored first error, so that the next take starts without one.
    func renew() { first = Promise() }
}

extension Pad {
    /// Unlinks this source pad from `sink` as soon as no buffer is being pushed, after one second at the latest. Then
    /// releases the pad if it was requested from its element. Blocks.
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
    /// - Throws: an error that names `branch` if the pads cannot be linked.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
