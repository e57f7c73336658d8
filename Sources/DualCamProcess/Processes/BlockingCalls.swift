import Dispatch
import DualCamSession

/// Queues for C calls that block, such as loading plugins and reading devices and clips. Such calls never run on
/// Swift's cooperative thread pool.
package enum BlockingCalls {
    private static let queue = DiskQueue("dualcam.blocking")
    private static let besideQueue = DispatchQueue(label: "dualcam.blocking.beside")

    /// Runs `work` on a serial queue, after all work that was queued earlier with `perform`, and returns its result.
    package static func perform<Value: Sendable, Failure>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await queue.perform(work)
    }

    /// Queues `work` and returns immediately. Work queued with `begin` runs in order, and in parallel to the work of
    /// `perform`. The process must call `settle` before it ends.
    package static func begin(_ work: @escaping @Sendable () -> Void) { besideQueue.async(execute: work) }

    /// Waits until all work queued with `begin` is done. Otherwise that work might load a library while the ending
    /// process unloads libraries.
    package static func settle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            besideQueue.async { continuation.resume() }
        }
    }
}

/// Sleeps for `length`, or until the task is cancelled. Does not throw; callers check for cancellation themselves.
package func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
