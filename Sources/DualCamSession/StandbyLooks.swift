import Synchronization

/// Remembers whether the last check or the last attempt found an obstacle to a take. Then the next check is due soon.
final class StandbyLooks: Sendable {
    private let isObstructed = Mutex(false)

    /// True when another check is due before the next minute.
    var isDue: Bool { isObstructed.withLock { $0 } }

    /// Stores the result of a check, or of an attempt to begin a take. A full disk does not count, because free space
    /// is read every second anyway.
    func note(_ obstacle: SessionFailure?) {
        isObstructed.withLock { $0 = obstacle.map { $0.code != .diskFull } ?? false }
    }
}
