import Dispatch
import Synchronization

/// A flag that is set by SIGINT, SIGTERM or SIGHUP, and that asks a running command to end.
package final class TerminationFlag: Sendable {
    private let flag = Atomic(false)
    /// The semaphore that is signalled when the flag is set. Each thread that has waited for it signals it again, so
    /// that the next waiting thread continues too.
    private let arrival = DispatchSemaphore(value: 0)
    private let watch = Mutex<Task<Void, Never>?>(nil)

    package convenience init(_ place: ProcessEnvironment) { self.init(place.signals()) }

    /// Creates a flag that the first element of a stream sets.
    init<Signals: AsyncSequence & Sendable>(_ signals: Signals) where Signals.Failure == Never {
        watch.withLock {
            $0 = Task { [weak self] in
                for await _ in signals { self?.set() }
            }
        }
    }

    private func set() {
        flag.store(true, ordering: .relaxed)
        arrival.signal()
    }

    /// True once one of the signals has arrived.
    package var hasCome: Bool { flag.load(ordering: .relaxed) }

    /// Waits until the time has passed or a signal has arrived. Returns false if a signal has arrived. Blocks.
    package func pause(for time: Duration) -> Bool {
        let end = ContinuousClock.now + time
        while !hasCome {
            let rest = ContinuousClock.now.duration(to: end) / .seconds(1)
            guard rest > 0 else { return true }
            // Dispatch waits by the wall clock, which can be set.
            if arrival.wait(timeout: .now() + min(1, rest)) == .success { arrival.signal() }
        }
        return false
    }

    /// Stops watching for signals.
    package func stop() { watch.withLock { $0?.cancel() } }
}
