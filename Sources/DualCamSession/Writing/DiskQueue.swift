import Dispatch
import DualCamRecordings
import Kernel

/// A dispatch queue for blocking calls, so that they do not block threads of Swift's cooperative pool.
///
/// Like every queue in this project, the queue has no quality of service. On Linux, libdispatch raises the nice value
/// of threads with a lower class. Threads that these threads start inherit that value, even those of Swift's pool and
/// GLib, and a user may not lower it again.
package struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs `work` after all work that was queued before it. The work uses the caller's current system calls
    /// (`SystemAccess`).
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let system = SystemAccess.current
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: SystemAccess.$current.withValue(system) { Result(catching: work) })
            }
        }
        return try result.get()
    }
}
