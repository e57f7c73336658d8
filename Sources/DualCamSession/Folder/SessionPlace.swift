import DualCamConfig
import Synchronization

/// The folder of a session, shared between tasks. While the session stands by, it has no folder. Later, this value
/// holds the folder's lock as long as it lives.
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

    /// - Parameter directory: The directory in which the folder will be created.
    init(directory: String) { self.directory = directory }

    /// The session's folder; `nil` if it does not exist yet.
    var folder: SessionFolder? { state.withLock { $0.folder } }

    /// The session's folder at the place where it was moved to. Only lines of the ledger are written there.
    var moved: SessionFolder? { state.withLock { $0.moved } }

    /// The `errno` of a file system without locks, for which the folder is held by a file instead; `nil` if it has
    /// locks.
    var lockRefusal: Int32? { state.withLock { $0.lock?.refusal } }

    /// The reason why the recording is not shared with the group that the pipeline file names, in a sentence or two.
    /// `nil` if it is shared, or if no group is named.
    var groupProblem: String? { state.withLock { $0.groupProblem } }

    /// True when lines of the ledger can be written to a folder.
    var takesLines: Bool { state.withLock { $0.folder != nil || $0.moved != nil } }

    /// The folder's path, or the directory in which it will be created.
    var path: String { folder?.path ?? directory }

    /// Creates the folder that an order requests, or opens the folder of a session to resume. `wall`, in Unix
    /// nanoseconds, is for the folder's name. Blocks.
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

    /// Checks the folder and returns its loss; `nil` if everything is in order. A folder that is gone gets no more
    /// journal entries; a moved one gets only the ledger's lines. Blocks.
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
