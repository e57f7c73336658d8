import Dispatch
import Kernel

/// A dispatch queue for calls that block, so that none of them holds a thread of the cooperative pool.
///
/// The queue has no quality of service, like every queue in this project. On Linux, libdispatch raises the nice value
/// of threads of lower classes. Threads started from them inherit that, Swift's own pool and GLib's included, and a
/// user may not lower it again.
package struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs `work` after all work queued before, with the system calls that are current for the caller.
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
