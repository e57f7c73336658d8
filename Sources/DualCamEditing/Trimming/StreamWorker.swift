internal import Dispatch
internal import DualCamPlan
internal import GStreamer

/// A blocking task, which therefore runs on a separate dispatch queue.
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

    /// The error with which the task ended; `nil` while the task runs, and if it succeeded.
    var failure: GraphFailure? { result.current ?? nil }

    /// Waits until the task has ended, for at most 60 seconds. Blocks.
    func wait() { _ = result.wait(within: 60) }
}
