import Dispatch

/// A queue of its own for calls that block, so that none of them holds a thread of the cooperative pool.
package struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    /// - Parameter isUrgent: others wait for the results; else the system may put the work behind everything else.
    package init(_ label: String, isUrgent: Bool = true) {
        queue = DispatchQueue(label: label, qos: isUrgent ? .userInitiated : .utility)
    }

    /// Runs `work` after everything that was asked for before.
    package func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
