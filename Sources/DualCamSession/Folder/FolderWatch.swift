import DualCamPlan
import Glibc
import Kernel

/// Watches that a session's folder is still the one at its path and can be written into. Files that are open in a folder that was
/// deleted, moved or unmounted can be written without an error, so that no file says what has become of them. The calls block.
package final class FolderWatch: Sendable {
    private static let probe = FileName.probe.text

    package let path: String
    private let descriptor: Int32
    private let system: any SystemCalls

    /// Takes hold of the folder that is at `path` now; `nil` when there is none.
    package init?(_ path: String) {
        let system = SystemAccess.current
        let descriptor = system.openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        (self.path, self.descriptor, self.system) = (path, descriptor, system)
    }

    deinit { system.close(descriptor) }

    /// Returns the loss of the folder; `nil`: everything is as it should be.
    ///
    /// - Parameter creating: also makes a file in the folder and removes it again: a disk may refuse that while it still says
    ///   that it is writable. Takes as long as its disk takes.
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

    /// Finds where the kernel says that a folder is which is not at its path any more (proc(5), `/proc/PID/fd`).
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

    /// The `errno` of an attempt to make a file and to have it on the disk: a disk that is gone is not missed by what is in the
    /// memory alone; 0: it could be made.
    private func create() -> Int32 {
        // A probe file that an earlier attempt left behind cannot be removed where nothing can be changed any more.
        if system.unlinkat(descriptor, Self.probe, 0) != 0, errno != ENOENT { return errno }
        let file = system.openat(descriptor, Self.probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        let problem = planted(.probeUnsynchronised) || system.fsync(file) == 0 ? 0 : errno
        system.close(file)
        _ = system.unlinkat(descriptor, Self.probe, 0)
        return problem
    }
}
