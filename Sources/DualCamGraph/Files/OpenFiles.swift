internal import Dispatch
internal import Kernel
internal import Synchronization

/// The files being written: how large they are, whether they are still there, and that they reach the disk.
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

    /// - Parameters:
    ///   - period: the interval at which each file is written through to its disk; `nil`: not at all.
    ///   - onLoss: told, on a queue, the path of a file that has gone while it was being written.
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

    /// Writes a finished file through to its disk. Blocks.
    /// - Returns: the `errno` that says why it is not there; `nil` also where `recording.max-loss` is off.
    func writeThrough(_ path: String) -> Int32? {
        let problem = FileSynchroniser.writeThrough(path, system)
        return period == nil ? nil : problem
    }

    func removeAll() {
        for path in state.withLock({ Array($0.entries.keys) }) { remove(path) }
    }

    /// Bytes of an open file when it was last looked at.
    func size(of path: String) -> Int64 { state.withLock { $0.entries[path]?.watch.size ?? 0 } }

    /// The size at which another process was seen to cut an open file.
    func cut(of path: String) -> Int64? { state.withLock { $0.entries[path]?.watch.cutAt } }

    /// Looks at every open file, off this thread; while a disk hangs it is not asked again.
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
