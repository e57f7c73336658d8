package import DualCamConfig

extension SessionRecord {
    /// Returns true if a backup is complete and contains every file of the session with its current size and recorded
    /// digest. A file that was never finished and does not exist is ignored.
    ///
    /// - Parameter outputs: The outputs whose files must be in the backup; empty for all.
    func isCopied(by backup: SessionBackup, _ storage: SessionStorage, only outputs: [OutputName] = []) -> Bool {
        guard backup.completed != nil else { return false }
        let wanted = history.files.filter { outputs.isEmpty || outputs.contains($0.output) }
        return wanted.allSatisfy { file in
            guard let bytes = storage.size(of: file.path) else { return !file.isFinished && file.digest == nil }
            return backup.file(file.name, bytes: bytes, digest: file.digest) != nil
        }
    }
}

extension SessionBackup {
    /// Returns the paths of those finished sessions in a directory that are not yet backed up to the location `place`,
    /// oldest first. Reads every session. Blocks. Throws `FolderFailure` if the directory cannot be read.
    ///
    /// - Parameter outputs: The outputs whose files should be backed up; empty for all. A session without files of
    ///   these outputs is left out.
    package static func missing(
        in directory: String, at place: RemotePath, only outputs: [OutputName]
    ) throws(FolderFailure) -> [String] {
        let found = try ListedSession.all(in: directory) { session(in: $0, to: place.text, only: outputs) }
        return found.filter(\.isFinished).byAge.map(\.folder)
    }

    /// Reads the session in a folder. Returns `nil` if the session is unfinished, or if none of its files have to be
    /// backed up.
    private static func session(
        in folder: SessionDirectory, to place: String, only outputs: [OutputName]
    ) -> ListedSession? {
        let record: SessionRecord
        do throws(SessionReadFailure) { record = try SessionRecord.read(folder.path) } catch { return nil }
        let files = record.history.files.filter { outputs.isEmpty || outputs.contains($0.output) }
        guard record.isFinished, !files.isEmpty else { return nil }
        let storage = SessionStorage(record.folder)
        let isCopied = DerivedFiles(folder).backups.contains {
            $0.to == place && record.isCopied(by: $0, storage, only: outputs)
        }
        if isCopied { return nil }
        var session = ListedSession(folder.path, .finished)
        session.start = record.start
        return session
    }
}
