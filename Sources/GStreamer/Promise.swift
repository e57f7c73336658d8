internal import Dispatch
internal import Synchronization

/// A value that one thread sets once and other threads wait for. Later values are ignored.
package final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    package init() {}

    /// Sets the value. Callable from any thread.
    package func keep(_ new: Value) {
        value.withLock { if $0 == nil { $0 = new } }
        isKept.signal()
    }

    /// The value; `nil` if it has not been set.
    package var current: Value? { value.withLock { $0 } }

    /// Waits for the value. Blocks for at most `seconds`; returns `nil` if the value has not been set by then.
    package func wait(within seconds: Double) -> Value? {
        // Signals again for the next thread that waits.
        if isKept.wait(timeout: .now() + seconds) == .success { isKept.signal() }
        return current
    }
}
