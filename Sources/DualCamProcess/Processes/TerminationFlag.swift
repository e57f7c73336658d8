import Synchronization

/// A flag that is set by SIGINT, SIGTERM or SIGHUP, and that asks a running command to end.
package final class TerminationFlag: Sendable {
    private let flag = Atomic(false)
    private let watch = Mutex<Task<Void, Never>?>(nil)

    package init(_ place: ProcessEnvironment) {
        let signals = place.signals()
        watch.withLock {
            $0 = Task { [weak self] in
                for await _ in signals { self?.flag.store(true, ordering: .relaxed) }
            }
        }
    }

    /// True once one of the signals has arrived.
    package var hasCome: Bool { flag.load(ordering: .relaxed) }

    /// Stops watching for signals.
    package func stop() { watch.withLock { $0?.cancel() } }
}
