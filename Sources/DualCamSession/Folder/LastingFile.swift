import DualCamConfig
import DualCamPlan
package import Glibc
import Kernel

/// Small files outside of sessions, such as secrets and settings: each is there whole or not at all, also after a power cut. All calls block.
package enum LastingFile {
    /// Puts a file in the place of another one, or of none.
    ///
    /// Its content is on the disk before it gets its name, and its name when this returns.
    ///
    /// - Parameters:
    ///   - draft: the path at which it is written, in the same folder.
    ///   - mode: the rights of the file, of which the process's mask takes some away.
    ///   - isExact: the mask takes nothing away.
    package static func write(
        _ bytes: [UInt8], to path: String, by draft: String, mode: mode_t, isExact: Bool = false
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

    /// Gives files other names in the same folder, one after the other, when all of them are on the disk.
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

    /// Gives files that are on the disk their names, and returns when those are there, too.
    private static func name(_ files: [(held: HeldFile, draft: String, path: String)]) throws(FolderFailure) {
        for file in files {
            guard SystemAccess.current.renameat(AT_FDCWD, file.draft, AT_FDCWD, file.path) == 0 else {
                throw FolderFailure(.write, path: file.path, errorNumber: errno)
            }
            // On FAT a file that got another name is empty after a power cut, unless it is synchronised once more.
            if !planted(.namedSecretUnsynchronised) { try file.held.synchronise() }
            if !planted(.nameOfSecretUnsynchronised) { synchroniseFolder(of: file.path) }
        }
    }

    /// Writes the name of a file through to the disk. Where the folder cannot be opened, the system does so in its own time.
    package static func synchroniseFolder(of path: String) {
        let system = SystemAccess.current
        let folder = system.openat(AT_FDCWD, Disk.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard folder >= 0 else { return }
        _ = system.fsync(folder)
        system.close(folder)
    }
}
