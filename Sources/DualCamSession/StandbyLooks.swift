import Synchronization

/// Remembers whether the last check, or the last attempt to begin a take, found an obstacle. If so, the next check is
/// due soon.
final class StandbyLooks: Sendable {
    private let isObstructed = Mutex(false)

    /// True when the next check is due before the regular check, which is made once a minute.
    var isDue: Bool { isObstructed.withLock { $0 } }

    /// Stores the result of a check or of an attempt to begin a take; `nil` for no obstacle. A full disk is ignored,
    /// because the free space is read every second anyway.
    func note(_ obstacle: SessionFailure?) {
        isObstructed.withLock { $0 = obstacle.map { $0.code != .diskFull } ?? false }
    }
}
