import DualCamSession
import Synchronization

/// The supervisor's share in the lock of its session's folder.
final class FolderHold: Sendable {
    private struct Share {
        var folder: String?
        var lock: FolderLock?
    }

    private let share = Mutex(Share())

    /// Holds a folder, once. One that is not marked any more, or that somebody is finishing, needs no holding. Blocks.
    func take(_ folder: String) {
        share.withLock { share in
            guard share.folder != folder else { return }
            share = Share(folder: folder, lock: try? FolderLock.shared(folder))
        }
    }

    /// Lets go for good: whoever finishes the session needs it for himself.
    func release() { share.withLock { $0.lock = nil } }
}
