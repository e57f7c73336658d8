import DualCamConfig
import Synchronization

/// The place where a session's files go: nowhere yet while it stands by, then its folder, whose lock is held as long as this
/// lives.
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

    /// - Parameter directory: where the folder will be made.
    init(directory: String) { self.directory = directory }

    /// `nil`: there is none yet.
    var folder: SessionFolder? { state.withLock { $0.folder } }

    /// The session's folder where somebody has moved it; nothing but lines of its ledger is written there.
    var moved: SessionFolder? { state.withLock { $0.moved } }

    /// The `errno` of a file system that has no locks, with which the folder is held in another way.
    var lockRefusal: Int32? { state.withLock { $0.lock?.refusal } }

    /// The reason why what is recorded is not for the group that the pipeline file names, in a sentence or two; `nil`: it is, or the
    /// file names none.
    var groupProblem: String? { state.withLock { $0.groupProblem } }

    /// Lines of the ledger have a place to go to.
    var takesLines: Bool { state.withLock { $0.folder != nil || $0.moved != nil } }

    /// The folder's path, or where it will be made.
    var path: String { folder?.path ?? directory }

    /// Makes the folder that an order asks for, or opens the one that it goes on with. `wall`: Unix nanoseconds, for its name.
    /// Blocks.
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

    /// Returns the loss of the folder; `nil`: everything is as it should be. A folder that is nowhere gets no more journal, one that
    /// was moved gets the ledger's lines. Blocks.
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
