internal import Dispatch
internal import Synchronization

/// A value that is set once. Other threads can wait for it. Later attempts to set it are ignored.
package final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    package init() {}

    /// Sets the promised value, unless it is already set. Callable from any thread.
    package func keep(_ new: Value) {
        value.withLock { if $0 == nil { $0 = new } }
        isKept.signal()
    }

    /// The promised value; `nil` if it has not been set yet.
    package var current: Value? { value.withLock { $0 } }

    /// Waits until the promised value is set, and returns it. Blocks for up to `seconds`; returns `nil` if the value is
    /// not set by then.
    package func wait(within seconds: Double) -> Value? {
        // Signals again for the next thread that waits.
        if isKept.wait(timeout: .now() + seconds) == .success { isKept.signal() }
        return current
    }
}
