import Synchronization

/// Remembers whether the last look, or the last attempt, has found an obstacle to a take: it is worth looking again soon.
final class StandbyLooks: Sendable {
    private let isObstructed = Mutex(false)

    /// True where another look is due before the next minute.
    var isDue: Bool { isObstructed.withLock { $0 } }

    /// Takes in what a look or an attempt to begin a take found. Free space is read every second for itself.
    func note(_ obstacle: SessionFailure?) {
        isObstructed.withLock { $0 = obstacle.map { $0.code != .diskFull } ?? false }
    }
}
