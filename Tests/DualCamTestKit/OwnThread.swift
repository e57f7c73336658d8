import Foundation

/// Does what blocks on a thread of its own. Tasks have as many threads as there are processors: tests that run together and block them
/// would wait for each other.
package func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: work()) }.start()
    }
}
