import DualCamConfig
import DualCamPlan

// MARK: What is left on the disk
extension SessionState {
    /// Before any device is opened: older sessions may go, else there is no recording.
    mutating func beginWithoutSpace(_ freeBytes: Int64) {
        guard settings.whenFull == .deleteOldest else { return fail(diskFull(freeBytes)) }
        isMakingRoom = true
        act(.deleteOldest)
    }

    mutating func space(_ freeBytes: Int64?) {
        self.freeBytes = freeBytes
        if hasBegun { begin(freeBytes) }
        guard phase == .running else { return }
        let actions = storage.observe(free: freeBytes, bytesPerSecond: isPaused ? 0 : rate.bytesPerSecond, at: now)
        for action in actions { carryOut(action) }
    }

    private mutating func carryOut(_ action: StoragePolicy.Action) {
        let left = Wording.size(freeBytes ?? 0)
        switch action {
        case .warn: warn(.freeSpace, "Only \(left) are left on the disk of \(folder).")
        case .stop: fail(diskFull(freeBytes ?? 0))
        case .deleteOldest: act(.deleteOldest)
        case .retain: act(.retain(settings.retain))
        case .dropCombined:
            warn(.freeSpace, "Only \(left) are left on the disk of \(folder): the combined picture is not recorded.")
            shedCombined(by: .space)
            rate.restart()
        case .restoreCombined: restoreCombined(by: .space)
        }
    }

    mutating func deleted(_ sessions: [DeletedSession], _ why: Deletion) {
        for session in sessions {
            record(.sessionDeleted, session.members(why.rawValue))
            emit(.sessionDeleted(session, reason: why.rawValue))
        }
        guard why == .whenFull else { return }
        storage.deleted(!sessions.isEmpty)
        guard isMakingRoom, phase == .preparing, let freeBytes else { return }
        isMakingRoom = false
        if sessions.isEmpty { fail(diskFull(freeBytes)) }
    }

    mutating func deletionFailed(_ failure: FolderFailure) {
        warn(.deletion, failure.message)
        deleted([], .whenFull)
    }

    func diskFull(_ freeBytes: Int64) -> SessionFailure {
        let limit = "storage.keep-free (\(Wording.size(settings.keepFree)))"
        let what =
            freeBytes < settings.keepFree
            ? "less than \(limit)" : "and \(limit) would be reached within \(Wording.length(StoragePolicy.reserve))"
        return SessionFailure(
            .diskFull, exit: .diskFailed,
            message: "Only \(Wording.size(freeBytes)) are left on the disk of \(folder), \(what).",
            advice: "Free some space, choose another disk with --output DIR, or lower storage.keep-free.")
    }
}

extension StoragePolicy {
    init(_ settings: SessionSettings) {
        self.init(
            keepFree: settings.keepFree, warnAt: settings.warnAt, whenFull: settings.whenFull, retain: settings.retain,
            hasCombined: settings.outputs.contains(.combined) && settings.outputs.count > 1)
    }
}
