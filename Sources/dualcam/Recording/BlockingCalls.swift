import Dispatch

/// Calls into C that block (plugin registry, devices, clips) run on a queue of their own, never on the cooperative pool.
enum BlockingCalls {
    private static let queue = DispatchQueue(label: "dualcam.blocking")

    /// Runs `work` after everything that was asked for before.
    static func perform<Value: Sendable, Failure>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
