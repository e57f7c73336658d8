import DualCamRecordings
import DualCamSession
import Synchronization

/// The supervisor's shared lock on the folder of the session that is being recorded. It prevents other processes from
/// finishing the session between two workers.
final class FolderHold: Sendable {
    private struct Share {
        var folder: String?
        var lock: FolderLock?
        var watch: FolderWatch?
    }

    private let share = Mutex(Share())

    /// The folder that is locked, or was locked last; `nil` if none has been locked yet.
    var folder: String? { share.withLock { $0.folder } }

    /// Locks a session's folder, at most once for each folder. Does nothing if the folder is no longer marked as
    /// unfinished, or if another process is finishing it. Blocks.
    /// - Returns: Why a folder that needs the lock could not be locked; `nil` on success.
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

    /// Checks whether dualcam can still write into a session's folder. Returns `nil` if it can, otherwise a description
    /// of the folder's loss. Blocks.
    func look(at folder: String) -> FolderLoss? {
        let watch = share.withLock { $0.folder == folder ? $0.watch : nil }
        if let watch { return watch.look(creating: true) }
        return FolderWatch(folder).map { $0.look(creating: true) } ?? FolderLoss(.deleted)
    }

    /// Releases the lock permanently, because the process that finishes the session needs an exclusive lock.
    func release() { share.withLock { $0.lock = nil } }
}

/// The set of folders of sessions that other processes are finishing for this supervisor. It prevents two processes
/// from finishing the same session.
final class FolderClaims: Sendable {
    private let folders = Mutex<Set<String>>([])

    func has(_ folder: String) -> Bool { folders.withLock { $0.contains(folder) } }

    /// Adds a session's folder to the set. Returns false if the session is already being finished.
    func claim(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }

    func release(_ folder: String) { folders.withLock { _ = $0.remove(folder) } }
}
