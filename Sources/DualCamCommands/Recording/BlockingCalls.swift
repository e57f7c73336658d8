import Dispatch
import DualCamSession

/// Queues for C calls that block (plugin registry, devices, clips). Such calls never run on Swift's cooperative pool.
enum BlockingCalls {
    private static let queue = DiskQueue("dualcam.blocking")
    private static let besideQueue = DispatchQueue(label: "dualcam.blocking.beside")

    /// Runs `work` after all work that was queued earlier with `perform`.
    static func perform<Value: Sendable, Failure>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await queue.perform(work)
    }

    /// Runs `work` concurrently with that of `perform`, after all work that was queued earlier with `begin`. The
    /// process must call `settle` before it ends.
    static func begin(_ work: @escaping @Sendable () -> Void) { besideQueue.async(execute: work) }

    /// Returns when all work queued with `begin` is done. A library must not be opened while the process ends and
    /// closes libraries.
    static func settle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            besideQueue.async { continuation.resume() }
        }
    }
}

/// Sleeps, and returns early when the task is cancelled. Callers check for cancellation themselves.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
