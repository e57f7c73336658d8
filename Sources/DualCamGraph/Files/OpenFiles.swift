internal import Dispatch
internal import Kernel
internal import Synchronization

/// The set of files that are being recorded. Monitors their existence and size, and flushes them to the disk regularly.
final class OpenFiles: Sendable {
    private struct Entry: Sendable {
        var watch = FileWatch()
        var synchroniser: FileSynchroniser?
    }

    private let period: Duration?
    private let log: SyncLog
    private let system = SystemAccess.current
    private let onLoss: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "dualcam.files")
    private let state = Mutex<(entries: [String: Entry], isLooking: Bool)>(([:], false))

    /// Creates an empty set of files to monitor.
    ///
    /// - Parameters:
    ///   - period: the interval at which each file is flushed to its disk; `nil` to flush none.
    ///   - onLoss: called on a dispatch queue with the path of a file that was deleted or replaced while it was
    ///     recorded.
    init(period: Duration?, log: SyncLog, onLoss: @escaping @Sendable (String) -> Void) {
        (self.period, self.log, self.onLoss) = (period, log, onLoss)
    }

    func add(_ path: String) {
        let synchroniser = period.map { FileSynchroniser(path: path, period: $0, log: log, system: system) }
        state.withLock { $0.entries[path] = Entry(synchroniser: synchroniser) }
    }

    func remove(_ path: String) {
        let entry = state.withLock { $0.entries.removeValue(forKey: path) }
        entry?.synchroniser?.stop()
    }

    /// Flushes a finished file to its disk. Blocks.
    /// - Returns: the `errno` of a failed flush; `nil` on success, and if `recording.max-loss` is off.
    func writeThrough(_ path: String) -> Int32? {
        let problem = FileSynchroniser.writeThrough(path, system)
        return period == nil ? nil : problem
    }

    func removeAll() {
        for path in state.withLock({ Array($0.entries.keys) }) { remove(path) }
    }

    /// The size of an open file in bytes, as last checked; 0 if the file is unknown.
    func size(of path: String) -> Int64 { state.withLock { $0.entries[path]?.watch.size ?? 0 } }

    /// The smallest size in bytes to which another process has truncated an open file; `nil` if that has not happened.
    func cut(of path: String) -> Int64? { state.withLock { $0.entries[path]?.watch.cutAt } }

    /// Checks every open file's size and existence, on a dispatch queue. Does nothing while an earlier check is still
    /// running, because a disk may hang.
    func look() {
        let isFirst = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFirst else { return }
        queue.async { [self] in
            for path in state.withLock({ Array($0.entries.keys) }) { look(at: path) }
            state.withLock { $0.isLooking = false }
        }
    }

    private func look(at path: String) {
        let facts = FileFacts(path)
        let folder = path.lastIndex(of: "/").flatMap { FileFacts(String(path[...$0])) }
        if state.withLock({ $0.entries[path]?.watch.observe(facts, in: folder) ?? false }) { onLoss(path) }
    }
}
