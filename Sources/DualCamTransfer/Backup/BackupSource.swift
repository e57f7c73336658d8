import DualCamConfig
import DualCamRecordings
import Glibc
import Kernel

/// A finished session to be backed up at another location. All functions block.
struct BackupSource: Sendable {
    /// A file of the session, with the values that are needed to copy it and to verify the copy.
    struct File: Sendable, Equatable {
        var name: String
        /// The path of the file, in the session's folder or in a fallback folder.
        var path: String
        /// The output to which the file belongs; `nil` for `session.json`.
        var output: OutputName?
        var bytes: Int64
        /// The file's SHA-256 as listed in `session.json`, in hexadecimal digits; `nil` if it was not computed.
        var digest: String?
    }

    /// `folder`: the path of the session's folder; `name`: the name of that folder.
    let folder: String
    let name: String
    /// The session's recorded files, in the order in which the session lists them.
    let files: [File]
    /// The session's file `session.json`.
    let manifest: File
    private let directory: SessionDirectory

    /// Reads a session to back up.
    ///
    /// - Throws: `LibraryFailure` if the session is being recorded or is not finished, or if a file is missing or its
    ///   size differs from the listed size.
    init(reading folder: String) throws(LibraryFailure) {
        let record: SessionRecord
        (record, directory, name) = try SessionRecord.finished(folder)
        self.folder = record.folder
        let storage = SessionStorage(record.folder)
        var found: [File] = []
        for file in record.history.files {
            let facts = try LibraryFailure.translate(storage.facts(of: file.path))
            guard let facts else {
                // Nothing was recorded into this file.
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

    // MARK: Backups
    /// The backups of the session, including incomplete ones.
    var backups: [SessionBackup] { DerivedFiles(directory).backups }

    /// Stores the state of a backup in the session's folder.
    func keep(_ backup: SessionBackup) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.backups.filter { $0.to != backup.to }
        try LibraryFailure.translate(derived.write(others + [backup]))
    }

    /// Locks the session against backups by other processes. Returns `nil` if another process is backing it up. The
    /// lock lasts until the returned value is released and every process that inherited its descriptor has ended.
    func lock() throws(LibraryFailure) -> BackupLock? {
        let folder = try LibraryFailure.translate(directory.folder(.derived, creating: true))
        return folder.flatMap(BackupLock.init)
    }
}

/// An exclusive lock for backing up a session: `flock(2)` on the session's folder or its subfolder `.dualcam`.
final class BackupLock: Sendable {
    private let folder: SessionDirectory

    /// The open folder that holds the lock. A process that inherits this descriptor keeps the lock until it ends.
    var descriptor: Int32 { folder.descriptor }

    /// Acquires the exclusive lock for backing up the session in a folder. Returns `nil` if another process holds the
    /// lock. On a file system without locks, this succeeds, but other processes are not excluded.
    init?(_ folder: SessionDirectory) {
        while folder.system.flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            if errno != EINTR { break }
        }
        self.folder = folder
    }
}
