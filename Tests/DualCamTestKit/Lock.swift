import Glibc

/// A value that is protected by a pthread mutex. Tests use it in place of `Synchronization.Mutex`, for which the thread
/// sanitizer reports false races.
package final class Lock<Value>: @unchecked Sendable {
    // Invariant: `value` is only accessed while `mutex` is locked, and `mutex` never moves in memory.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
