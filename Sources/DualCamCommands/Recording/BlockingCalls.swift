import Dispatch
import DualCamSession

/// Calls into C that block (plugin registry, devices, clips) run on a queue of their own, never on the cooperative pool.
enum BlockingCalls {
    private static let queue = DiskQueue("dualcam.blocking")
    private static let besideQueue = DispatchQueue(label: "dualcam.blocking.beside")

    /// Runs `work` after everything that was asked for before.
    static func perform<Value: Sendable, Failure>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await queue.perform(work)
    }

    /// Runs `work` beside `perform`'s, after everything that was begun before. A process that has begun some waits with `settle`
    /// before it ends.
    static func begin(_ work: @escaping @Sendable () -> Void) { besideQueue.async(execute: work) }

    /// Returns when everything that was begun has been done: libraries must not be opened while the process ends and closes them.
    static func settle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            besideQueue.async { continuation.resume() }
        }
    }
}

/// Waits, and returns at once when the task is cancelled; whoever calls it looks at that himself.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
