package import DualCamConfig
import DualCamPlan
import Glibc

/// Deletes whole finished sessions, and nothing else: only files that their `session.json` lists, only plain files, files
/// elsewhere only with a proof that they are the session's (`SessionStorage`), and a folder only when nothing foreign is left in
/// it. Blocks.
package struct DiskSessionStore: SessionStore {
    /// The sessions that may be deleted: others stay, whatever else is decided.
    private let deletable: Deletable

    package init(_ deletable: Deletable = .finished) { self.deletable = deletable }

    /// Those that are backed up come first. Goes on to the next oldest when one cannot be deleted; throws when none could.
    package func deleteOldest(
        in directory: String, besides running: String
    ) throws(FolderFailure) -> DeletedSession? {
        var failure: FolderFailure?
        let sessions = try sessions(in: directory, besides: running)
        for candidate in RetentionRule.byWorth(sessions.compactMap(candidate)) {
            do throws(FolderFailure) { return try delete(candidate) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return nil
    }

    /// Sessions that cannot be deleted stay, and all of them when the directory cannot be read.
    package func retain(
        _ rule: Retention, in directory: String, besides running: String, now: Int64
    ) -> Retained {
        var result = Retained()
        guard rule != .off else { return result }
        do throws(FolderFailure) {
            let sessions = try sessions(in: directory, besides: running)
            let candidates = sessions.compactMap(candidate)
            let kept = sessions.filter { candidate($0) == nil }.reduce(0) { $0 +| $1.bytes }
            for candidate in RetentionRule(rule: rule).leaving(candidates, kept: kept, now: now) {
                do throws(FolderFailure) { result.deleted.append(try delete(candidate)) } catch {
                    result.refused.append(error)
                }
            }
        } catch {
            result.refused.append(error)
        }
        return result
    }

    private func sessions(
        in directory: String, besides running: String
    ) throws(FolderFailure) -> [ListedSession] {
        let own = SessionDirectory.ifReadable(running, isNamed: true)?.realPath
        return try ListedSession.all(in: directory) { folder in
            // The journal of the running session may be long, and is of no use here.
            own != nil && folder.realPath == own ? nil : ListedSession(folder.path)
        }
    }

    /// The session as one that may be deleted; `nil` for one that may not.
    private func candidate(_ session: ListedSession) -> RetentionRule.Candidate? {
        session.candidate.flatMap { deletable == .finished || $0.isBackedUp ? $0 : nil }
    }

    /// Deletes one finished session that somebody has chosen, whatever else may be deleted.
    package func delete(_ folder: String) throws(FolderFailure) -> DeletedSession {
        guard let candidate = ListedSession(folder).candidate else {
            throw FolderFailure(.remove, path: folder, errorNumber: EBUSY)
        }
        return try delete(candidate)
    }

    /// The journal goes last: what is interrupted half-way can still be told and deleted.
    private func delete(_ candidate: RetentionRule.Candidate) throws(FolderFailure) -> DeletedSession {
        let record: SessionRecord
        do throws(SessionReadFailure) { record = try SessionRecord.read(candidate.path) } catch {
            throw FolderFailure(.read, path: candidate.path, errorNumber: EBUSY)
        }
        guard record.isFinished else { throw FolderFailure(.remove, path: candidate.path, errorNumber: EBUSY) }
        let storage = SessionStorage(record.folder)
        let directory = try storage.directory()
        try directory.checkOwner(.remove)
        // A list that leads elsewhere was not made by dualcam, or cannot prove it: nothing of it is believed.
        for file in record.history.files { try storage.checkRemoval(of: file.path) }
        var bytes: Int64 = 0
        var left: [String] = []
        for file in record.history.files {
            do throws(FolderFailure) {
                let size = try storage.facts(of: file.path)?.size ?? 0
                try storage.remove(file.path)
                bytes = bytes +| size
            } catch {
                // Anything that is no regular file does not belong to the session, and stays.
                guard error.refusal != nil else { throw error }
                left.append(file.path)
            }
        }
        let (made, kept) = MadeFiles(session: directory).remove(besides: record.history.files.map(\.name))
        (bytes, left) = (bytes +| made, left + kept)
        let derived = DerivedFiles(directory)
        bytes = bytes +| derived.bytes
        do throws(FolderFailure) { try derived.remove() } catch { left.append(error.path) }
        bytes = bytes +| (directory.size(of: .manifest) ?? 0)
        // After a power cut no file is there that no list knows.
        try directory.synchronise()
        try directory.remove(.manifest)
        let folders = Dictionary(record.history.files.map { (Disk.parent(of: $0.path), $0.path) }) { first, _ in first }
        for path in folders.values { try storage.removeFolder(of: path) }
        Disk.removeEmptyFolder(candidate.path)
        return DeletedSession(path: candidate.path, bytes: bytes, left: left)
    }
}
