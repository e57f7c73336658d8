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

    /// Deletes the oldest session, backed-up ones first. Continues with the next oldest if one cannot be deleted;
    /// throws if none could.
    package func deleteOldest(
        in directory: String, besides running: String
    ) throws(FolderFailure) -> DeletedSession? {
        var failure: FolderFailure?
        let sessions = try sessions(in: directory, besides: running)
        for session in sessions.filter(mayDelete).byWorth {
            do throws(FolderFailure) { return try deleteFinished(session.folder) } catch {
                if planted(.firstRefusalEnds) { throw error }
                failure = failure ?? error
            }
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
            let kept = sessions.filter { !mayDelete($0) }.reduce(0) { $0 +| $1.occupied }
            for session in sessions.filter(mayDelete).beyond(rule, kept: kept, now: now) {
                do throws(FolderFailure) {
                    result.deleted.append(try deleteFinished(session.folder, beyond: rule))
                } catch {
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

    private func mayDelete(_ session: ListedSession) -> Bool {
        session.isFinished && (deletable == .finished || session.isBackedUp)
    }

    /// Reads a finished session, and throws where nobody may call it old.
    private static func finished(_ folder: String, beyond rule: Retention?) throws(FolderFailure) -> SessionRecord {
        let record: SessionRecord
        do throws(SessionReadFailure) { record = try SessionRecord.read(folder) } catch {
            throw FolderFailure(.read, path: folder, errorNumber: EBUSY)
        }
        guard record.isFinished else { throw FolderFailure(.remove, path: folder, errorNumber: EBUSY) }
        guard let rule else { return record }
        let age: Duration? = if case .age(let age) = rule { age } else { nil }
        let now = (ClockReading.bootNow(), ClockReading.boottimeNow())
        guard let refusal = record.history.wallClock.refusal(of: age, at: now) else { return record }
        throw FolderFailure(.remove, path: folder, refusal: refusal)
    }

    /// Deletes one finished session that somebody has chosen, whatever else may be deleted.
    package func delete(_ folder: String) throws(FolderFailure) -> DeletedSession {
        guard ListedSession(folder).isFinished else {
            throw FolderFailure(.remove, path: folder, errorNumber: EBUSY)
        }
        return try deleteFinished(folder)
    }

    /// The journal goes last: what is interrupted half-way can still be told and deleted.
    ///
    /// - Parameter rule: the rule of retention that its age is beyond; `nil`: its age is of no concern.
    private func deleteFinished(
        _ folder: String, beyond rule: Retention? = nil
    ) throws(FolderFailure) -> DeletedSession {
        let record = try Self.finished(folder, beyond: rule)
        let storage = SessionStorage(record.folder)
        let directory = try storage.directory()
        try directory.checkOwner(.remove)
        // A list that leads elsewhere was not made by dualcam, or cannot prove it: nothing of it is believed.
        for file in record.history.files { try storage.checkRemoval(of: file.path) }
        var bytes: Int64 = 0
        var left: [String] = []
        for file in record.history.files {
            do throws(FolderFailure) {
                let size = try storage.facts(of: file.path)?.occupied ?? 0
                try storage.remove(file.path)
                bytes = bytes +| size
            } catch {
                // Anything that is no regular file does not belong to the session, and stays.
                guard error.refusal != nil else { throw error }
                left.append(file.path)
            }
        }
        let derived = DerivedFiles(directory)
        let (made, kept) = derived.removeMade(besides: record.history.files.map(\.name))
        (bytes, left) = (bytes +| made +| derived.bytes, left + kept)
        do throws(FolderFailure) { try derived.remove() } catch { left.append(error.path) }
        bytes = bytes +| (directory.size(of: .manifest) ?? 0)
        // After a power cut no file is there that no list knows.
        if !planted(.manifestBeforeFiles) { try directory.synchronise() }
        try directory.remove(.manifest)
        FolderGuard.clear(directory)
        let folders = Dictionary(record.history.files.map { (Disk.parent(of: $0.path), $0.path) }) { first, _ in first }
        for path in folders.values { try storage.removeFolder(of: path) }
        Disk.removeEmptyFolder(folder)
        let rest = Set(folders.keys).union([folder]).sorted().flatMap(Self.contents)
        return DeletedSession(path: folder, bytes: bytes, left: left.filter { !rest.contains($0) } + rest)
    }

    /// Returns the paths of what is still in a folder of a deleted session; nothing if the folder is gone, or no folder of its own.
    private static func contents(of folder: String) -> [String] {
        guard let directory = SessionDirectory.ifReadable(folder) else { return [] }
        do throws(FolderFailure) { return try directory.names().map { "\(directory.path)/\($0)" } } catch {
            return [directory.path]
        }
    }
}

/// A session that was deleted.
package struct DeletedSession: Sendable, Equatable, Codable {
    /// The path its folder had.
    package var path: String
    package var bytes: Int64
    /// Paths in its folders that were left alone, because they are no files of the session: a note that somebody put there. At most
    /// `DeletedSession.most`.
    package var left: [String] = []

    /// The most paths that are named: a folder may hold a million.
    package static let most = 50

    package init(path: String, bytes: Int64, left: [String] = []) {
        (self.path, self.bytes, self.left) = (path, bytes, Array(left.prefix(Self.most)))
    }
}

/// The result of applying a rule of retention.
package struct Retained: Sendable, Equatable {
    package var deleted: [DeletedSession] = []
    /// The reasons why sessions stayed that the rule would delete.
    package var refused: [FolderFailure] = []

    package init() {}
}

/// The finished sessions of a directory, as far as they may be deleted. Its calls block.
package protocol SessionStore: Sendable {
    /// Deletes the oldest finished session in `directory`, one that is backed up if there is any, never `running`; `nil`: there is none
    /// that may be deleted.
    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession?

    /// Deletes the finished sessions in `directory` that are beyond `rule`, oldest first, never `running`.
    ///
    /// - Parameter now: Unix time in nanoseconds.
    /// - Returns: the sessions that were deleted, and the reasons why others stayed that the rule would delete.
    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> Retained
}
