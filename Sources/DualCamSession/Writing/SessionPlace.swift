import DualCamConfig
import DualCamRecordings
import Synchronization

/// The folder of the current session and the lock on it, for use by several tasks. While the session stands by, there
/// is no folder. The lock is held while this value lives.
final class SessionPlace: Sendable {
    private struct State: Sendable {
        var folder: SessionFolder?
        var lock: FolderLock?
        var watch: FolderWatch?
        var moved: SessionFolder?
        var groupProblem: String?
    }

    private let directory: String
    private let state = Mutex(State())

    /// Creates a value without a folder.
    ///
    /// - Parameter directory: The directory in which the session's folder will be created.
    init(directory: String) { self.directory = directory }

    /// The session's folder; `nil` if it does not exist yet or was lost.
    var folder: SessionFolder? { state.withLock { $0.folder } }

    /// The session's folder at its new path, if it was moved during the recording. Only ledger lines are written there.
    var moved: SessionFolder? { state.withLock { $0.moved } }

    /// The `errno` with which the file system rejected a lock; `nil` if it supports locks. Without locks, a file in the
    /// folder replaces the lock.
    var lockRefusal: Int32? { state.withLock { $0.lock?.refusal } }

    /// The reason why the recording is not shared with the group in `recording.group`, in one or two sentences. `nil`
    /// if it is shared, or if no group is named.
    var groupProblem: String? { state.withLock { $0.groupProblem } }

    /// True if ledger lines can be written into the session's folder, even if the folder was moved.
    var takesLines: Bool { state.withLock { $0.folder != nil || $0.moved != nil } }

    /// The path of the session's folder, or of the directory in which the folder will be created.
    var path: String { folder?.path ?? directory }

    /// Creates the folder of the session that `order` requests, and locks it. If `order` resumes a session, opens its
    /// folder instead. Throws `FolderFailure` if that fails. Blocks.
    ///
    /// - Parameter wall: The Unix time in nanoseconds for the folder's name.
    func make(_ order: SessionOrder, at wall: Int64) throws(FolderFailure) {
        let folder: SessionFolder
        var (group, problem) = (UserGroup?.none, String?.none)
        switch order.settings.group {
        case nil: break
        case .success(let found)?: group = found
        case .failure(let refusal)?: problem = Self.sentence(refusal)
        }
        if group != nil { UserGroup.openNewFiles() }
        if let resuming = order.resuming {
            folder = try SessionFolder.reopen(resuming.folder)
        } else {
            let names = order.standsBy ? order.names.begun(at: WallTime.local(wall)) : order.names
            folder = try SessionFolder.create(in: order.directory, names: names, for: group)
        }
        if let group, problem == nil, order.resuming == nil, !group.adopt(folder.path) {
            problem = Self.sentence(
                Refusal("the disk does not let its folder be given to it", hint: "look at how the disk is mounted"))
        }
        let lock = try FolderLock.shared(folder.path)
        let watch = FolderWatch(folder.path)
        state.withLock { $0 = State(folder: folder, lock: lock, watch: watch, groupProblem: problem) }
    }

    private static func sentence(_ refusal: Refusal) -> String {
        let advice = refusal.hint.map { " To share later takes, \($0)." } ?? ""
        return "This take is not shared with the group that recording.group names: \(refusal.message).\(advice)"
    }

    /// Checks whether the session's folder is still usable. Returns its loss; `nil` if it is usable. After a loss,
    /// nothing more is written into the folder, except ledger lines if it was only moved. Blocks.
    func look(creating: Bool) -> FolderLoss? {
        guard let watch = state.withLock({ $0.watch }), let loss = watch.look(creating: creating) else { return nil }
        switch loss.kind {
        case .deleted, .moved, .unmounted:
            state.withLock { ($0.folder, $0.moved) = (nil, loss.found.map(SessionFolder.init(movedTo:))) }
        case .readOnly, .refused, .failed: break
        }
        return loss
    }
}
