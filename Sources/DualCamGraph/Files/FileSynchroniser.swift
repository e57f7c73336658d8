internal import Dispatch
internal import DualCamDevices
internal import Glibc
internal import Kernel
internal import Synchronization

/// Periodically flushes one growing file to its disk, on a separate dispatch queue. Flushes less often if the disk is
/// slow.
final class FileSynchroniser: Sendable {
    private let path: String
    private let log: SyncLog
    private let system: any SystemCalls
    private let queue: DispatchQueue
    private let interval: DispatchTimeInterval
    private let state = Mutex<(descriptor: Int32?, isOver: Bool)>((nil, false))

    /// Starts flushing the file once every `period`, until `stop` is called. `log` receives the duration of every
    /// flush.
    init(path: String, period: Duration, log: SyncLog, system: any SystemCalls) {
        (self.path, self.log, self.system) = (path, log, system)
        queue = DispatchQueue(label: "dualcam.sync")
        interval = .nanoseconds(period.wholeNanoseconds)
        arm()
    }

    /// Stops flushing the file. Returns immediately, even during a flush.
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

    /// Flushes a finished file to its disk, after the last write. Blocks.
    /// - Returns: the `errno` of a failed flush; `nil` on success, and for a file that does not exist.
    static func writeThrough(_ path: String, _ system: any SystemCalls) -> Int32? {
        guard let descriptor = open(path, system) else { return nil }
        defer { system.close(descriptor) }
        return writeThrough(descriptor, system)
    }

    private static func writeThrough(_ descriptor: Int32, _ system: any SystemCalls) -> Int32? {
        system.fdatasync(descriptor) == 0 ? readOnly(descriptor, system) : errno
    }

    /// Returns `EROFS` if the file system has become read-only, otherwise `nil`. A read-only ext4 file system still
    /// accepts writes to open files and reports successful flushes, but no data reaches the disk (Linux,
    /// fs/ext4/fsync.c `ext4_sync_file`).
    private static func readOnly(_ descriptor: Int32, _ system: any SystemCalls) -> Int32? {
        var facts = statvfs()
        guard system.fstatvfs(descriptor, &facts) == 0, facts.f_flag & UInt(ST_RDONLY) != 0 else { return nil }
        return EROFS
    }

    /// Returns the file's descriptor, and opens it on the first call; `nil` before the sink has created the file. The
    /// first call also flushes the file's directory entry.
    private func openFile() -> Int32? {
        let state = state.withLock { $0 }
        if state.isOver || state.descriptor != nil { return state.isOver ? nil : state.descriptor }
        guard let descriptor = Self.open(path, system) else { return nil }
        self.state.withLock { $0.descriptor = descriptor }
        synchroniseFolder()
        return descriptor
    }

    /// Opens the regular file at `path` for reading; returns `nil` for a symbolic link or another type of file.
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
        // Some file systems refuse to synchronise a folder (EINVAL) and do not need it.
        if system.fsync(descriptor) != 0, errno != EINVAL { log.took(.zero, path, problem: errno) }
    }
}
