import Dispatch

/// Calls into C that block (plugin registry, devices, clips) run on a queue of their own, never on the cooperative pool.
enum BlockingCalls {
    private static let queue = DispatchQueue(label: "dualcam.blocking")

    /// Runs `work` after everything that was asked for before.
    static func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let result: Result<Value, CommandFailure> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(CommandFailure) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
