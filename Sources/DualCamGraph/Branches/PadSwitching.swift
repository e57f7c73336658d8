internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

extension Pad {
    /// Unlinks this source pad while nothing passes, or after a second all the same, and gives it back where it was requested.
    /// Blocks.
    func part(from sink: Pad) {
        let done = DispatchSemaphore(value: 0)
        whenIdle { [self] in
            unlink(from: sink)
            done.signal()
        }
        if done.wait(timeout: .now() + 1) != .success { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }

    /// Links this source pad; a refusal is told of `branch`.
    func join(_ sink: Pad, _ branch: BranchID?) -> Result<Void, GraphFailure> {
        do { return .success(try link(to: sink)) } catch { return .failure(GraphFailure(error, branch: branch)) }
    }
}

/// Names that several threads may add to.
final class Names: Sendable {
    private let names = Mutex<Set<String>>([])

    func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
