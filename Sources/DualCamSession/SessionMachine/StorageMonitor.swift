import DualCamConfig
import DualCamPlan
import DualCamRecordings
import Glibc

/// Tracks the free space on the disk of the session's folder: warns when little is left, and requests the deletion of
/// old sessions.
struct StorageMonitor: Sendable {
    private var policy: StoragePolicy
    private var rate: WriteRate
    /// The free bytes on the disk of the session's folder; `nil` if unknown.
    private(set) var freeBytes: Int64?
    /// True while older sessions are being deleted before the graph can start.
    private(set) var isMakingRoom = false

    /// Creates the monitor.
    ///
    /// - Parameter rates: The nominal frame rates of the outputs, before any reduction.
    init(_ settings: SessionSettings, _ rates: [OutputName: FrameRate] = [:]) {
        rate = WriteRate(FrameTimeouts(slowest: rates.values.max().map { [$0] } ?? []))
        policy = StoragePolicy(
            settings.storage, hasCombined: settings.outputs.contains(.combined) && settings.outputs.count > 1)
    }

    /// The time for which recording can continue before `storage.when-full` applies; `nil` if unknown.
    var lasts: Duration? { freeBytes.flatMap { policy.lasts(free: $0, bytesPerSecond: rate.bytesPerSecond) } }

    mutating func read(_ freeBytes: Int64?) {
        if planted(.spaceForgotten), rate.bytesPerSecond > 0, self.freeBytes == nil { return }
        self.freeBytes = freeBytes
    }

    /// Updates the measured write rate from the numbers of bytes that the outputs have written to this disk.
    mutating func written(_ outputs: [GraphStatistics.Output], at now: Duration) { rate.observe(outputs, at: now) }

    /// Restarts the measurement of the write rate, because different data is written from now on.
    mutating func restartRate() { rate.restart() }

    /// Returns the effects that are needed if there is too little disk space to start: older sessions are deleted, or
    /// the start fails. Returns an empty list if there is enough space.
    mutating func refuseStart(in context: SessionContext) -> [SessionEffect] {
        guard let freeBytes, freeBytes < context.settings.storage.keepFree.bytes, !planted(.startWithoutRoom)
        else { return [] }
        guard context.settings.storage.whenFull == .deleteOldest else {
            return [.fail(Self.diskFull(freeBytes, context.settings.storage, context.folder))]
        }
        isMakingRoom = true
        return [.act(.deleteOldest)]
    }

    /// Returns the failure if there is too little disk space to begin a take now. Returns `nil` if the space suffices
    /// or is unknown, or if older sessions may be deleted.
    func shortage(in settings: SessionSettings) -> SessionFailure? {
        guard let freeBytes, freeBytes < settings.storage.keepFree.bytes, settings.storage.whenFull != .deleteOldest
        else { return nil }
        return Self.diskFull(freeBytes, settings.storage, settings.recording.directory)
    }

    /// Returns true if the free disk space exceeds `storage.keep-free` by more than a tenth, so that the next reading
    /// is unlikely to find too little.
    func hasAmpleRoom(in settings: SessionSettings) -> Bool {
        let keepFree = settings.storage.keepFree.bytes
        return freeBytes.map { $0 > keepFree +| keepFree / 10 } ?? false
    }

    /// Decides once a second during a recording what to do about the free disk space.
    ///
    /// - Parameter clocks: The clocks by which the ages of sessions are determined. If they cannot be trusted, the
    ///   retention rule is not applied.
    mutating func judge(
        isPaused: Bool, _ clocks: inout SessionClocks, in context: SessionContext
    ) -> [SessionEffect] {
        let actions = policy.observe(
            free: freeBytes, bytesPerSecond: isPaused && !planted(.restIsPartOfRate) ? 0 : rate.bytesPerSecond,
            clockIsKnown: clocks.isKnown,
            at: context.now)
        return actions.flatMap { action -> [SessionEffect] in
            if action == .retain, let doubt = clocks.doubt() { return doubt }
            return carryOut(action, context)
        }
    }

    private mutating func carryOut(_ action: StoragePolicy.Action, _ context: SessionContext) -> [SessionEffect] {
        let scarcity = "Only \(Wording.size(freeBytes ?? 0)) are left on the disk of \(context.folder)"
        switch action {
        case .warn: return [.warn(.freeSpace, "\(scarcity).")]
        case .stop:
            return [
                .fail(Self.diskFull(freeBytes ?? 0, context.settings.storage, context.folder))
            ]
        case .deleteOldest: return [.act(.deleteOldest)]
        case .retain: return [.act(.retain(context.settings.storage.retain))]
        case .dropCombined:
            rate.restart()
            return [.warn(.freeSpace, "\(scarcity): the combined picture is not recorded."), .shedCombined(.space)]
        case .restoreCombined: return [.restoreCombined(.space)]
        }
    }

    /// Requests the deletion of the oldest session, because the disk accepts no more files, although it may have free
    /// bytes. Does nothing unless `storage.when-full` is `delete-oldest`.
    mutating func refuseFile() -> [SessionEffect] { policy.makeRoomForFile() ? [.act(.deleteOldest)] : [] }

    mutating func deleted(
        _ sessions: [DeletedSession], _ why: Deletion, in context: SessionContext
    ) -> [SessionEffect] {
        let told = sessions.flatMap { SessionEffect.tell(.sessionDeleted($0, reason: why.rawValue)) }
        guard why == .whenFull || planted(.anyDeletionCounts) else { return told }
        policy.deleted(!sessions.isEmpty)
        guard isMakingRoom, context.phase == .preparing, let freeBytes else { return told }
        isMakingRoom = false
        return sessions.isEmpty
            ? told + [
                .fail(Self.diskFull(freeBytes, context.settings.storage, context.folder))
            ] : told
    }

    mutating func deletionFailed(_ failure: FolderFailure, in context: SessionContext) -> [SessionEffect] {
        [.warn(.deletion, failure.message)] + deleted([], .whenFull, in: context)
    }

    /// Returns one warning for each path that could not be deleted. A path is reported only once, although retention is
    /// repeated.
    mutating func notDeleted(_ failures: [FolderFailure]) -> [SessionEffect] {
        failures.filter { policy.isNews($0.path) }.map { .warn(.deletion, $0.message) }
    }

    static func diskFull(_ freeBytes: Int64, _ storage: Storage, _ folder: String) -> SessionFailure {
        let keepFree = storage.keepFree.bytes
        let limit = "storage.keep-free (\(Wording.size(keepFree)))"
        let what =
            freeBytes < keepFree
            ? "less than \(limit)" : "and \(limit) would be reached within \(Wording.length(StoragePolicy.reserve))"
        let more =
            storage.whenFull == .deleteOldest && storage.deleteOnly == .backedUp
            ? " Sessions that are not backed up are kept (storage.delete-only); 'dualcam backup' copies them." : ""
        return SessionFailure(
            .diskFull, exit: .diskFailed,
            message: "Only \(Wording.size(freeBytes)) are left on the disk of \(folder), \(what).",
            advice: "Free some space, choose another disk with --output DIR, or lower storage.keep-free." + more,
            remoteAdvice: "Free some space, choose another disk for recording.directory, or lower storage.keep-free."
                + more)
    }
}

extension StorageFacts {
    /// Returns the failure if the folder's disk does not meet `recording.max-loss`; `nil` if it does. The recording may
    /// already have begun.
    func failure(in context: SessionContext) -> SessionFailure? {
        guard context.phase < .finishing, let limit = context.settings.recording.maxLoss else { return nil }
        return failure(of: context.folder, limit)
    }

    /// Returns the failure if a power cut could destroy more than `limit` of a recording in this folder; `nil` if it
    /// could not.
    func failure(of folder: String, _ limit: Duration) -> SessionFailure? {
        guard let reason = shortcoming(limit) else { return nil }
        // A full or failing disk always causes the same exit code, whichever check finds it.
        if memory == nil, let refusal {
            let failure = FolderFailure(.write, path: folder, errorNumber: refusal)
            if failure.exit == .diskFailed { return SessionFailure(failure) }
        }
        return SessionFailure(
            .outputNotCreated, exit: .outputNotCreated,
            message: "\(folder) \(reason); recording.max-loss: \(Self.text(limit)) cannot be kept.",
            advice: "Record to \(memory == nil ? "another" : "a") disk, or set recording.max-loss: off.")
    }

    /// Returns the reason why a power cut could destroy more than `limit`, as the end of a sentence; `nil` if it could
    /// not.
    private func shortcoming(_ limit: Duration) -> String? {
        if let memory { return "is on \(memory), which a power cut empties" }
        if let refusal {
            return "cannot be written through to its disk (\(String(cString: strerror(refusal))))"
        }
        guard let delay, delay > limit / (planted(.wholeLossForDisk) ? 1 : 2) else { return nil }
        return "is on a disk that takes \(Self.text(delay)) to write through"
    }

    /// Returns a duration in the notation of the pipeline file, such as `1s` or `250ms`.
    private static func text(_ length: Duration) -> String {
        let milliseconds = length.nanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
