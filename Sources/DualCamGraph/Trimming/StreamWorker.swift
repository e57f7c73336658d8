internal import Dispatch
internal import DualCamPlan
internal import GStreamer

/// Blocking work on a thread of its own.
final class StreamWorker: Sendable {
    private let result = Promise<GraphFailure?>()
    private let queue = DispatchQueue(label: "dualcam.stream")
    private let work: @Sendable () throws(GraphFailure) -> Void

    init(_ work: @escaping @Sendable () throws(GraphFailure) -> Void) { self.work = work }

    func start() {
        queue.async { [self] in
            do throws(GraphFailure) {
                try work()
                result.keep(nil)
            } catch {
                result.keep(error)
            }
        }
    }

    /// The failure with which it ended; `nil`: it runs, or is done.
    var failure: GraphFailure? { result.current ?? nil }

    /// Waits for its end. Blocks.
    func wait() { _ = result.wait(within: 60) }
}
