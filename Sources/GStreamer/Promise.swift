internal import Dispatch
internal import Synchronization

/// A value that one thread gives and others wait for; what is given later does not count.
package final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isKept = DispatchSemaphore(value: 0)

    package init() {}

    /// Gives the value. Any thread.
    package func keep(_ new: Value) {
        value.withLock { if $0 == nil { $0 = new } }
        isKept.signal()
    }

    /// The value, where it has been given.
    package var current: Value? { value.withLock { $0 } }

    /// Waits for the value. Blocks for `seconds` at most; `nil`: it has not come by then.
    package func wait(within seconds: Double) -> Value? {
        // The next one who waits finds it, too.
        if isKept.wait(timeout: .now() + seconds) == .success { isKept.signal() }
        return current
    }
}
