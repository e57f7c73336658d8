package import DualCamConfig
import DualCamPlan

extension SessionRecord {
    /// Returns true when a copy has every file of the session as it is listed and as it is here now.
    ///
    /// - Parameter outputs: only the files of these; empty: of all.
    func isCopied(by backup: SessionBackup, _ storage: SessionStorage, only outputs: [OutputName] = []) -> Bool {
        guard backup.completed != nil else { return false }
        let wanted = history.files.filter { outputs.isEmpty || outputs.contains($0.output) }
        return wanted.allSatisfy { file in
            guard let bytes = storage.size(of: file.path) else { return !file.isFinished && file.digest == nil }
            return backup.file(file.name, bytes: bytes, digest: file.digest) != nil
        }
    }
}

/// Finished sessions of a directory that are not copied to a place.
package struct BackupQueue: Sendable {
    /// The sessions' folders, the oldest first.
    package let folders: [String]

    /// Reads every session of the directory. Blocks.
    ///
    /// - Parameter outputs: the outputs whose files are to be copied; empty: all. A session that has none of them has nothing to copy.
    package init(in directory: String, to place: RemotePath, only outputs: [OutputName]) throws(FolderFailure) {
        let found = try ListedSession.all(in: directory) { folder in
            Self.session(in: folder, to: place.text, only: outputs)
        }
        folders = RetentionRule.byAge(found.compactMap(\.candidate)).map(\.path)
    }

    /// The session in a folder, where something of it is to be copied.
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
