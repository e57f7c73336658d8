import DualCamRecordings
import Synchronization

/// Stores whether the last check before a take, or the last attempt to begin a take, found an obstacle. If so, the next
/// check is made sooner.
final class StandbyLooks: Sendable {
    private let isObstructed = Mutex(false)

    /// True if the next check should be made before the regular one, which is made once a minute.
    var isDue: Bool { isObstructed.withLock { $0 } }

    /// Stores the obstacle that a check or an attempt to begin a take found; `nil` for none. A full disk is ignored,
    /// because the free space is read every second anyway.
    func note(_ obstacle: SessionFailure?) {
        isObstructed.withLock { $0 = obstacle.map { $0.code != .diskFull } ?? false }
    }
}
