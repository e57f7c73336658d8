import DualCamSession
import Synchronization

/// The supervisor's share in the lock of its session's folder.
final class FolderHold: Sendable {
    private struct Share {
        var folder: String?
        var lock: FolderLock?
        var watch: FolderWatch?
    }

    private let share = Mutex(Share())

    /// The folder that is held, or was held last.
    var folder: String? { share.withLock { $0.folder } }

    /// Holds a folder, once. One that is not marked any more, or that somebody is finishing, needs no holding. Blocks.
    ///
    /// - Returns: why one that needs it could not be held.
    func hold(_ folder: String) -> FolderFailure? {
        share.withLock { share in
            guard share.folder != folder else { return nil }
            share = Share(folder: folder, watch: FolderWatch(folder))
            do throws(FolderFailure) { share.lock = try FolderLock.shared(folder) } catch {
                return error.operation == .hold ? nil : error
            }
            return nil
        }
    }

    /// Returns the loss of a folder; `nil`: it can be written into. Blocks.
    func look(at folder: String) -> FolderLoss? {
        let watch = share.withLock { $0.folder == folder ? $0.watch : nil }
        if let watch { return watch.look(creating: true) }
        return FolderWatch(folder).map { $0.look(creating: true) } ?? FolderLoss(.deleted)
    }

    /// Lets go for good: whoever finishes the session needs it for himself.
    func release() { share.withLock { $0.lock = nil } }
}

/// The sessions that this process has finished by other processes now: no two of them work on one.
final class FolderClaims: Sendable {
    private let folders = Mutex<Set<String>>([])

    func has(_ folder: String) -> Bool { folders.withLock { $0.contains(folder) } }

    /// Returns false where the session is being finished already.
    func claim(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }

    func release(_ folder: String) { folders.withLock { _ = $0.remove(folder) } }
}
