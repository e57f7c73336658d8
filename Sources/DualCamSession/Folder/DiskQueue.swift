import Dispatch
import Kernel

/// A dispatch queue for blocking calls, so that none of them blocks a thread of Swift's cooperative pool.
///
/// The queue has no quality of service, like every queue in this project. On Linux, libdispatch raises the nice value
/// of threads with a lower class. Threads that they start inherit it, even those of Swift's pool and GLib, and a user
/// may not lower it again.
package struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs `work` after all work queued before it, with the caller's current system calls (`SystemAccess`).
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
