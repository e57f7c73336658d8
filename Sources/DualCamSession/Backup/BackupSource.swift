package import DualCamConfig
import DualCamPlan
import Glibc

/// A finished session that is to be copied elsewhere. Its calls block.
package struct BackupSource: Sendable {
    package struct File: Sendable, Equatable {
        package var name: String
        package var path: String
        /// `nil` for `session.json`.
        package var output: OutputName?
        package var bytes: Int64
        /// SHA-256 in hexadecimal digits, as the session lists it; `nil`: it was not computed.
        package var digest: String?
    }

    /// The session's folder, and its last name from the root.
    package let folder: String
    package let name: String
    /// The recorded files in the order of the session's list.
    package let files: [File]
    /// `session.json`
    package let manifest: File
    private let directory: SessionDirectory

    /// - Throws: for a session that is being recorded or is not finished, and where a file is not there or not as large as it was.
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

    // MARK: What is known of copies
    /// The copies of the session, as far as they are made.
    package var backups: [SessionBackup] { DerivedFiles(directory).backups }

    /// Keeps what is known of a copy in the session's folder.
    package func keep(_ backup: SessionBackup) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.backups.filter { $0.to != backup.to }
        try LibraryFailure.translate(derived.write(others + [backup]))
    }

    /// Keeps others from copying the session, as long as the value lives and as long as a process lives that has inherited its
    /// descriptor; `nil`: somebody copies it.
    package func lock() throws(LibraryFailure) -> BackupLock? {
        let folder = try LibraryFailure.translate(directory.folder(.derived, creating: true))
        return folder.flatMap(BackupLock.init)
    }
}

/// A lock on a session's folder, or on the folder `.dualcam` in it (`flock(2)`).
package final class BackupLock: Sendable {
    private let folder: SessionDirectory

    package var descriptor: Int32 { folder.descriptor }

    /// A file system without locks keeps nobody from anything.
    init?(_ folder: SessionDirectory) {
        while folder.system.flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            if errno != EINTR { break }
        }
        self.folder = folder
    }
}
