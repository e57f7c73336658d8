import Glibc

/// Holds a session's folder (`flock(2)` on its `UNFINISHED` file) as long as the value lives: shared by all who record
/// into it, exclusive for the one who finishes what a crash left. The lock goes with the process, however it ends.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// For somebody who records into the folder. The first of them says in the file who it is.
    public static func shared(_ folder: String) throws(FolderLockFailure) -> FolderLock {
        let lock = try open(folder)
        // Nobody else is there: the text is this process's to write.
        if flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 { lock.sign() }
        return try lock.take(LOCK_SH, folder)
    }

    /// For the one who finishes the folder.
    public static func exclusive(_ folder: String) throws(FolderLockFailure) -> FolderLock {
        let lock = try open(folder).take(LOCK_EX, folder)
        lock.sign()
        return lock
    }

    /// Who holds the folder now (`pid N on HOST since TIME`); `nil`: nobody. Leaves the text as it is.
    public static func holder(of folder: String) throws(FolderLockFailure) -> String? {
        do throws(FolderLockFailure) {
            _ = try open(folder).take(LOCK_EX, folder)
            return nil
        } catch {
            guard case .held(_, let holder) = error else { throw error }
            return holder ?? "another process"
        }
    }

    private static func open(_ folder: String) throws(FolderLockFailure) -> FolderLock {
        let path = folder + "/" + SessionFolder.mark
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 { return FolderLock(descriptor) }
        throw errno == ENOENT ? .notMarked(folder) : .refused(FolderFailure(.write, path: path, errorNumber: errno))
    }

    private func take(_ kind: Int32, _ folder: String) throws(FolderLockFailure) -> FolderLock {
        while flock(descriptor, kind | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: throw .held(folder, by: text)
            default:
                throw .refused(FolderFailure(.write, path: folder + "/" + SessionFolder.mark, errorNumber: errno))
            }
        }
        guard isStillThere(folder) else { throw .notMarked(folder) }
        return self
    }

    /// Whoever held the lock before may have finished the folder and removed the mark.
    private func isStillThere(_ folder: String) -> Bool {
        var (held, found) = (stat(), stat())
        return fstat(descriptor, &held) == 0 && lstat(folder + "/" + SessionFolder.mark, &found) == 0
            && held.st_ino == found.st_ino && held.st_dev == found.st_dev
    }

    /// The text tells people; the lock itself does not depend on it.
    private func sign() {
        let text = "pid \(getpid()) on \(Self.host) since \(WallTime.iso8601(WallTime.unixNow()))\n"
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    private var text: String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static var host: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "this machine" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Why a session's folder cannot be held.
public enum FolderLockFailure: Error, Sendable, Equatable {
    /// Somebody else holds it: `pid N on HOST since TIME`; `nil` when that is not said.
    case held(String, by: String?)
    /// There is no mark of an unfinished session: it is finished, or none.
    case notMarked(String)
    case refused(FolderFailure)

    public var exit: ExitCategory {
        switch self {
        case .held, .notMarked: .outputNotCreated
        case .refused(let failure): failure.exit
        }
    }

    /// What is wrong and where, as one full sentence.
    public var message: String {
        switch self {
        case .held(let folder, let holder): "'\(folder)' is in use by \(holder ?? "another process")."
        case .notMarked(let folder): "'\(folder)' holds no unfinished session."
        case .refused(let failure): failure.message
        }
    }

    /// What to do next, as one full sentence.
    public var advice: String {
        switch self {
        case .held: "End that recording first (dualcam sessions lists them), or wait for its end."
        case .notMarked: "See what is there with 'dualcam sessions'."
        case .refused(let failure): failure.advice
        }
    }
}
