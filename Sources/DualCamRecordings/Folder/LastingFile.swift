import DualCamConfig
import DualCamPlan
import Glibc
import Kernel

/// Writes small files outside sessions, such as secrets and settings. After a power cut, each file is either complete
/// or missing. All calls block.
package enum LastingFile {
    /// Writes a file, replacing an existing one. If this fails, throws `FolderFailure` and removes the temporary file.
    ///
    /// The content is on the disk before the file gets its name. The name is on the disk when the function returns.
    ///
    /// - Parameters:
    ///   - draft: The path of the temporary file, in the same folder as the final one.
    ///   - mode: The file's permissions, without the bits that the process's umask removes.
    ///   - isExact: True to ignore the umask.
    package static func write(
        _ bytes: [UInt8], to path: String, by draft: String, mode: UInt32, isExact: Bool = false
    ) throws(FolderFailure) {
        let system = SystemAccess.current
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let descriptor = system.openat(AT_FDCWD, draft, flags, isExact ? FileMode.secret : mode)
        guard descriptor >= 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        do throws(FolderFailure) {
            let file = HeldFile(taking: descriptor, of: system, name: Disk.name(of: draft), place: path)
            if isExact, system.give(descriptor, toGroup: .max, mode) != 0 {
                throw FolderFailure(.write, path: path, errorNumber: errno)
            }
            try file.write(bytes, at: 0)
            if !planted(.secretUnsynchronised) { try file.synchronise() }
            try name([(file, draft, path)])
        } catch {
            _ = system.unlinkat(AT_FDCWD, draft, 0)
            throw error
        }
    }

    /// Synchronises each draft file to the disk, then renames the drafts to their final paths, one after the other.
    /// Stops at the first failure and throws it.
    package static func rename(_ files: [(draft: String, path: String)]) throws(FolderFailure) {
        let system = SystemAccess.current
        var written: [(HeldFile, String, String)] = []
        for file in files {
            let descriptor = system.openat(AT_FDCWD, file.draft, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
            guard descriptor >= 0 else { throw FolderFailure(.write, path: file.path, errorNumber: errno) }
            let held = HeldFile(taking: descriptor, of: system, name: Disk.name(of: file.draft), place: file.path)
            try held.synchronise()
            written.append((held, file.draft, file.path))
        }
        try name(written)
    }

    /// Renames files that are already synchronised. Returns when the new names are on the disk, too.
    private static func name(_ files: [(held: HeldFile, draft: String, path: String)]) throws(FolderFailure) {
        for file in files {
            guard SystemAccess.current.renameat(AT_FDCWD, file.draft, AT_FDCWD, file.path) == 0 else {
                throw FolderFailure(.write, path: file.path, errorNumber: errno)
            }
            // On FAT, a renamed file is empty after a power cut unless it is synchronised again.
            if !planted(.namedSecretUnsynchronised) { try file.held.synchronise() }
            if !planted(.nameOfSecretUnsynchronised) { synchroniseFolder(of: file.path) }
        }
    }

    /// Synchronises the folder of a file, so that the file's name is on the disk. Does nothing if the folder cannot be
    /// opened; the system then writes the name to the disk later.
    package static func synchroniseFolder(of path: String) {
        let system = SystemAccess.current
        let folder = system.openat(AT_FDCWD, Disk.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard folder >= 0 else { return }
        _ = system.fsync(folder)
        system.close(folder)
    }
}
