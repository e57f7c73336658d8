internal import Dispatch
internal import Glibc
internal import Kernel
internal import Synchronization

/// Writes one growing file through to its disk, again and again, on a queue of its own: a disk that is slow is asked less often.
final class FileSynchroniser: Sendable {
    private let path: String
    private let log: SyncLog
    private let system: any SystemCalls
    private let queue: DispatchQueue
    private let interval: DispatchTimeInterval
    private let state = Mutex<(descriptor: Int32?, isOver: Bool)>((nil, false))

    /// Begins at once and ends with `stop`; `log` is told of every call.
    init(path: String, period: Duration, log: SyncLog, system: any SystemCalls) {
        (self.path, self.log, self.system) = (path, log, system)
        queue = DispatchQueue(label: "dualcam.sync")
        interval = .nanoseconds(period.wholeNanoseconds)
        arm()
    }

    /// Asks for nothing more. Returns at once, even while the disk is being waited for.
    func stop() {
        queue.async { [self] in
            let descriptor = state.withLock { state in
                defer { state = (nil, true) }
                return state.descriptor
            }
            if let descriptor { system.close(descriptor) }
        }
    }

    private func arm() {
        queue.asyncAfter(deadline: .now() + interval) { [weak self] in
            self?.synchronise()
            self?.arm()
        }
    }

    private func synchronise() {
        guard let descriptor = openFile() else { return }
        let begin = ContinuousClock.now
        let problem = Self.writeThrough(descriptor, system)
        log.took(begin.duration(to: .now), path, problem: problem)
    }

    /// Writes a file that nobody writes into any more through to its disk. Blocks.
    /// - Returns: the `errno` that says why it is not there; `nil` also for a file that is gone.
    static func writeThrough(_ path: String, _ system: any SystemCalls) -> Int32? {
        guard let descriptor = open(path, system) else { return nil }
        defer { system.close(descriptor) }
        return writeThrough(descriptor, system)
    }

    private static func writeThrough(_ descriptor: Int32, _ system: any SystemCalls) -> Int32? {
        system.fdatasync(descriptor) == 0 ? readOnly(descriptor, system) : errno
    }

    /// A file system that has become read-only still takes what is written to open files, and tells of synchronising them,
    /// but nothing reaches its disk (Linux, fs/ext4/fsync.c `ext4_sync_file`).
    private static func readOnly(_ descriptor: Int32, _ system: any SystemCalls) -> Int32? {
        var facts = statvfs()
        guard system.fstatvfs(descriptor, &facts) == 0, facts.f_flag & UInt(ST_RDONLY) != 0 else { return nil }
        return EROFS
    }

    /// The file's own descriptor; `nil` before its sink has made it. Its entry in the folder is written through once.
    private func openFile() -> Int32? {
        let state = state.withLock { $0 }
        if state.isOver || state.descriptor != nil { return state.isOver ? nil : state.descriptor }
        guard let descriptor = Self.open(path, system) else { return nil }
        self.state.withLock { $0.descriptor = descriptor }
        synchroniseFolder()
        return descriptor
    }

    /// Opens a regular file that is no link.
    private static func open(_ path: String, _ system: any SystemCalls) -> Int32? {
        let descriptor = system.openat(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        var facts = Glibc.stat()
        guard system.fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            system.close(descriptor)
            return nil
        }
        return descriptor
    }

    private func synchroniseFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = system.openat(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return log.took(.zero, path, problem: errno) }
        defer { system.close(descriptor) }
        // Some file systems refuse to synchronise a folder (EINVAL) and need not be asked.
        if system.fsync(descriptor) != 0, errno != EINVAL { log.took(.zero, path, problem: errno) }
    }
}
