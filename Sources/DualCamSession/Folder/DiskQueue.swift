import Dispatch
import Kernel

/// A queue of its own for calls that block, so that none of them holds a thread of the cooperative pool.
///
/// Like every queue here it has no quality of service: on Linux libdispatch makes the threads of the lower classes nicer, and what they set
/// going inherits that, Swift's own pool and GLib's included, which a user may not raise again.
package struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Runs `work` after everything that was asked for before, in the system of whoever asks.
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
