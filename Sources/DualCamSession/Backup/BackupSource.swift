package import DualCamConfig
import DualCamPlan
import Glibc

/// A finished session to be copied to another place. Its calls block.
package struct BackupSource: Sendable {
    package struct File: Sendable, Equatable {
        package var name: String
        package var path: String
        /// The file's output; `nil` for `session.json`.
        package var output: OutputName?
        package var bytes: Int64
        /// The listed SHA-256 in hexadecimal digits; `nil` if it was not computed.
        package var digest: String?
    }

    /// The session's folder, and the last name of its absolute path.
    package let folder: String
    package let name: String
    /// The recorded files in the order of the session's list.
    package let files: [File]
    /// The file `session.json`.
    package let manifest: File
    private let directory: SessionDirectory

    /// Reads a session to copy.
    ///
    /// - Throws: `LibraryFailure` when the session is being recorded or not finished, or when a file is missing or has
    ///   another size.
    package init(reading folder: String) throws(LibraryFailure) {
        let record: SessionRecord
        (record, directory, name) = try SessionRecord.finished(folder)
        self.folder = record.folder
        let storage = SessionStorage(record.folder)
        var found: [File] = []
        for file in record.history.files {
            let facts = try LibraryFailure.translate(storage.facts(of: file.path))
            guard let facts else {
                // Nothing was recorded into it.
                if !file.isFinished, file.digest == nil { continue }
                throw .noFile(file.name)
            }
            guard file.size == nil || file.size == facts.size, !found.contains(where: { $0.name == file.name }) else {
                throw .changed(file.name)
            }
            found.append(
                File(name: file.name, path: file.path, output: file.output, bytes: facts.size, digest: file.digest))
        }
        files = found
        let path = directory.path(of: .manifest)
        manifest = File(
            name: FileName.manifest.text, path: path, bytes: directory.size(of: .manifest) ?? 0, digest: nil)
    }

    // MARK: Copies
    /// The copies of the session at other places, also incomplete ones.
    package var backups: [SessionBackup] { DerivedFiles(directory).backups }

    /// Stores the state of a copy in the session's folder.
    package func keep(_ backup: SessionBackup) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.backups.filter { $0.to != backup.to }
        try LibraryFailure.translate(derived.write(others + [backup]))
    }

    /// Locks the session against copying by other processes; `nil` if another process copies it. The lock lasts while
    /// the value lives, or while a process lives that inherited its descriptor.
    package func lock() throws(LibraryFailure) -> BackupLock? {
        let folder = try LibraryFailure.translate(directory.folder(.derived, creating: true))
        return folder.flatMap(BackupLock.init)
    }
}

/// A lock on a session's folder, or on the folder `.dualcam` in it (`flock(2)`).
package final class BackupLock: Sendable {
    private let folder: SessionDirectory

    package var descriptor: Int32 { folder.descriptor }

    /// Acquires the lock; `nil` if another process holds it. On a file system without locks, nothing is excluded.
    init?(_ folder: SessionDirectory) {
        while folder.system.flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            if errno != EINTR { break }
        }
        self.folder = folder
    }
}
