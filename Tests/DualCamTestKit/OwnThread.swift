import Foundation

/// Runs blocking work on a thread of its own. Tasks share one thread per processor core, so blocking tests that run in
/// parallel would wait for each other there.
package func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: work()) }.start()
    }
}
