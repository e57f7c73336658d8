package import Dispatch
package import DualCamPlan
internal import Synchronization

/// Runs `work`, which may block in C code, on `queue` outside the cooperative pool, and returns its result. Throws
/// `timeout` after `limit`, with a message that begins with `what`; `work` then continues, and its result is discarded.
/// Other errors become `GraphFailure`s. Work on the same `queue` runs in call order, because each call enqueues its
/// work before it leaves its actor.
package func blocking<Value: Sendable>(
    _ what: String, within limit: Duration, on queue: DispatchQueue = DispatchQueue(label: "dualcam.blocking"),
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () throws -> Value
) async throws(GraphFailure) -> Value {
    let result: Result<Value, GraphFailure> = await withCheckedContinuation { continuation in
        let answer = OneShotContinuation(continuation)
        queue.async { answer.give(Result { () throws(GraphFailure) in try translating(work) }) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(limit.wholeNanoseconds)) {
            answer.give(.failure(.tookTooLong(what, limit)))
        }
    }
    return try result.get()
}

/// Runs `work`, which may block, outside the cooperative pool, and waits for it for at most `limit`. After the limit,
/// `work` continues, so the caller must check whether it has finished.
package func blockingAtMost(
    _ limit: Duration, isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () -> Void
) async {
    do throws(GraphFailure) { try await blocking("", within: limit, work) } catch {}
}

/// A continuation that is resumed only once, with the first of several values. Later values are ignored.
package final class OneShotContinuation<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    package init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

    package func give(_ value: Value) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: value)
    }
}

extension Duration {
    package var wholeNanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
