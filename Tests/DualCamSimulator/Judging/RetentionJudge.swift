import DualCamConfig
import DualCamPlan

@testable import DualCamSession

/// Checks which older sessions were deleted, by their true ages and sizes.
struct RetentionJudge {
    let world: World

    init(_ world: World) { self.world = world }

    private var storage: Storage { world.scenario.pipeline.storage }

    /// Checks that a finished session that is being deleted may be deleted.
    func judge(_ folder: Inode) {
        let days = OlderSessions.days(of: folder)
        let isOldest = !OlderSessions.left(in: world).contains { $0.days > days }
        if isBeyondAge(days) { return }
        // An older session that could not be deleted stays, so that the next one is deleted instead.
        if isOldest || world.truth.isLedgerHurt, isBeyondSize(folder) || isShort { return }
        world.breach(.retentionKeeps, "\(folder.path) is deleted (retain: \(storage.retain), \(storage.whenFull))")
    }

    private func isBeyondAge(_ days: Int) -> Bool {
        guard days > 0, case .age(let age) = storage.retain else { return false }
        return Int64(days) * 24 * Span.hour + world.time + world.wallShift > age.nanoseconds
    }

    /// True if all sessions together exceed the size limit. The session that is being deleted still counts, as does the
    /// running recording.
    private func isBeyondSize(_ folder: Inode) -> Bool {
        guard case .size(let limit) = storage.retain, let directory = folder.parent else { return false }
        // Some of its files may be gone already.
        let own = world.disk.recorded.filter { $0.path.hasPrefix(folder.path + "/") }
        let others = directory.names.values.filter { $0 !== folder }.flatMap(\.names.values)
        return (own + others).reduce(0) { $0 + ($1.media?.bytes ?? 0) } > limit.bytes
    }

    private var isShort: Bool {
        guard storage.whenFull == .deleteOldest else { return false }
        return world.truth.lastShort.map { world.uptime - $0 < 5 * Span.second } ?? false
    }

    /// Checks at the end that all sessions were deleted that the rule covers. Only applies if a recording ran long
    /// enough and no fault stopped the retention.
    func judgeEnd() {
        let kinds = Set(world.scenario.faults.map(\.kind))
        guard world.scenario.hasOlderSessions, !world.isCutOff, !world.truth.isLedgerHurt, !kinds.contains(.clockJumps),
            world.truth.longestRun > 5 * Span.second
        else { return }
        let left = OlderSessions.left(in: world)
        let due =
            switch storage.retain {
            case .off: false
            case .age: left.contains { isBeyondAge($0.days) }
            case .size(let limit): left.reduce(0) { $0 + $1.bytes } > limit.bytes
            }
        if due { world.breach(.retentionActs, "\(left.map(\.folder.name)) are left (retain: \(storage.retain))") }
    }
}
