import DualCamPlan
package import DualCamRecordings
import Glibc
import Kernel

/// Checks whether a session's folder is still at its path and writable. Writes to open files succeed even in a deleted,
/// moved or unmounted folder, so write errors alone do not reveal the loss. Calls block.
package final class FolderWatch: Sendable {
    private static let probe = FileName.probe.text

    package let path: String
    private let descriptor: Int32
    private let system: any SystemCalls

    /// Opens the folder that is currently at `path`, to monitor it. Returns `nil` if there is none.
    package init?(_ path: String) {
        let system = SystemAccess.current
        let descriptor = system.openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        (self.path, self.descriptor, self.system) = (path, descriptor, system)
    }

    deinit { system.close(descriptor) }

    /// Checks the folder. Returns the reason why it can no longer be used; `nil` if it can.
    ///
    /// - Parameter creating: True to also create and remove a file in the folder, because this may fail on a disk that
    ///   claims to be writable. The call then takes as long as the disk does.
    package func look(creating: Bool = false) -> FolderLoss? {
        var (held, found) = (stat(), stat())
        guard system.fstat(descriptor, &held) == 0 else { return FolderLoss(.failed, errorNumber: errno) }
        if system.fstatat(AT_FDCWD, path, &found, AT_SYMLINK_NOFOLLOW) != 0 {
            switch errno {
            case ENOENT, ENOTDIR, ELOOP: return whereabouts(held)
            default: return FolderLoss.refusal(errno)
            }
        }
        guard FileFacts(held).isSame(FileFacts(found)) || planted(.otherFolderTaken) else { return whereabouts(held) }
        if system.faccessat(descriptor, ".", W_OK | X_OK) != 0 { return FolderLoss.refusal(errno) }
        return creating ? FolderLoss.refusal(create()) : nil
    }

    /// Determines what happened to a folder that is no longer at its path. Uses the path that the kernel now reports
    /// for the open folder (proc(5), `/proc/PID/fd`).
    private func whereabouts(_ held: stat) -> FolderLoss {
        guard held.st_nlink > 0 else { return FolderLoss(.deleted) }
        guard let place = system.place(of: descriptor) else { return FolderLoss(.unmounted) }
        var found = stat()
        let isFound = system.fstatat(AT_FDCWD, place, &found, AT_SYMLINK_NOFOLLOW) == 0
        if isFound, FileFacts(held).isSame(FileFacts(found)), !planted(.movedIsDeleted) {
            return FolderLoss(.moved, found: place)
        }
        return FolderLoss(place.hasSuffix(" (deleted)") ? .deleted : .unmounted)
    }

    /// Creates a file in the folder, synchronises it to the disk and removes it. Returns the `errno` of a failure, or
    /// 0. Without synchronising, the file might exist only in memory, and a missing disk would not be noticed.
    private func create() -> Int32 {
        // A probe file left by an earlier attempt cannot be removed if the folder is no longer writable.
        if system.unlinkat(descriptor, Self.probe, 0) != 0, errno != ENOENT { return errno }
        let file = system.openat(descriptor, Self.probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        let problem = planted(.probeUnsynchronised) || system.fsync(file) == 0 ? 0 : errno
        system.close(file)
        _ = system.unlinkat(descriptor, Self.probe, 0)
        return problem
    }
}
