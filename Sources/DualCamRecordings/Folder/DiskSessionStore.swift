package import DualCamConfig
import DualCamPlan
import Glibc

/// Deletes finished sessions completely, and no other files. Only regular files are deleted: those that `session.json`
/// lists, and those that dualcam derived or made from them. Files in a fallback folder are deleted only if its marker
/// file names the session (`SessionStorage`). A folder is deleted only when it is empty. Calls block.
package struct DiskSessionStore: SessionStore {
    /// The finished sessions that may be deleted: all, or only the backed-up ones. Other sessions are always kept.
    private let deletable: Deletable

    package init(_ deletable: Deletable = .finished) { self.deletable = deletable }

    /// Deletes the oldest finished session, preferring backed-up ones. If a session cannot be deleted, the next oldest
    /// is tried; if none could be deleted, throws the first failure. Returns `nil` if no session may be deleted.
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

    /// Deletes the finished sessions that the retention rule does not keep. If one of them cannot be deleted, the rest
    /// are deleted nevertheless. If the directory cannot be read, nothing is deleted.
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
            // The ledger of the running session may be long and is not needed here.
            own != nil && folder.realPath == own ? nil : ListedSession(folder.path)
        }
    }

    private func mayDelete(_ session: ListedSession) -> Bool {
        session.isFinished && (deletable == .finished || session.isBackedUp)
    }

    /// Reads the record of a finished session. Throws if the session is not finished, or if its age is too uncertain
    /// for the retention rule `rule`.
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

    /// Deletes one finished session that the user has chosen, even if it is not backed up. Throws `FolderFailure`; its
    /// `errno` is `EBUSY` if the session is not finished.
    package func delete(_ folder: String) throws(FolderFailure) -> DeletedSession {
        guard ListedSession(folder).isFinished else {
            throw FolderFailure(.remove, path: folder, errorNumber: EBUSY)
        }
        return try deleteFinished(folder)
    }

    /// Deletes a finished session. `session.json` is deleted last, so that a later process finds an interrupted
    /// deletion and repeats it.
    ///
    /// - Parameter rule: The retention rule that does not keep the session; `nil` to delete the session whatever its
    ///   age.
    private func deleteFinished(
        _ folder: String, beyond rule: Retention? = nil
    ) throws(FolderFailure) -> DeletedSession {
        let record = try Self.finished(folder, beyond: rule)
        let storage = SessionStorage(record.folder)
        let directory = try storage.directory()
        try directory.checkOwner(.remove)
        // A file list with a path outside the session's folders is not from dualcam, or cannot be verified. No entry of
        // such a list is trusted.
        for file in record.history.files { try storage.checkRemoval(of: file.path) }
        var bytes: Int64 = 0
        var left: [String] = []
        for file in record.history.files {
            do throws(FolderFailure) {
                let size = try storage.facts(of: file.path)?.occupied ?? 0
                try storage.remove(file.path)
                bytes = bytes +| size
            } catch {
                // A file that is not a regular file does not belong to the session and is kept.
                guard error.refusal != nil else { throw error }
                left.append(file.path)
            }
        }
        let derived = DerivedFiles(directory)
        let (made, kept) = derived.removeMade(besides: record.history.files.map(\.name))
        (bytes, left) = (bytes +| made +| derived.bytes, left + kept)
        do throws(FolderFailure) { try derived.remove() } catch { left.append(error.path) }
        bytes = bytes +| (directory.size(of: .manifest) ?? 0)
        // After a power cut, there must be no files left that no list names.
        if !planted(.manifestBeforeFiles) { try directory.synchronise() }
        try directory.remove(.manifest)
        FolderGuard.clear(directory)
        let folders = Dictionary(record.history.files.map { (Disk.parent(of: $0.path), $0.path) }) { first, _ in first }
        for path in folders.values { try storage.removeFolder(of: path) }
        Disk.removeEmptyFolder(folder)
        let rest = Set(folders.keys).union([folder]).sorted().flatMap(Self.contents)
        return DeletedSession(path: folder, bytes: bytes, left: left.filter { !rest.contains($0) } + rest)
    }

    /// Returns the paths of everything that remains in the folder of a deleted session; empty if the folder is gone or
    /// cannot be opened.
    private static func contents(of folder: String) -> [String] {
        guard let directory = SessionDirectory.ifReadable(folder) else { return [] }
        do throws(FolderFailure) { return try directory.names().map { "\(directory.path)/\($0)" } } catch {
            return [directory.path]
        }
    }
}

/// A session that was deleted, with the number of bytes that were freed.
package struct DeletedSession: Sendable, Equatable, Codable {
    /// The path that the deleted session's folder had.
    package var path: String
    /// The number of bytes that were freed.
    package var bytes: Int64
    /// The paths that remain in the folders of the deleted session because they are not files of the session, such as a
    /// user's notes. At most `DeletedSession.most` paths.
    package var left: [String] = []

    /// The maximum number of remaining paths that are reported, because a folder may contain a million files.
    package static let most = 50

    package init(path: String, bytes: Int64, left: [String] = []) {
        (self.path, self.bytes, self.left) = (path, bytes, Array(left.prefix(Self.most)))
    }
}

/// The result of applying a retention rule: the deleted sessions, and the reasons why others could not be deleted.
package struct Retained: Sendable, Equatable {
    /// The sessions that were deleted, in the order of their deletion.
    package var deleted: [DeletedSession] = []
    /// The reasons why sessions that the retention rule does not keep could not be deleted.
    package var refused: [FolderFailure] = []

    package init() {}
}

/// A store of sessions that can delete finished sessions. Calls block.
package protocol SessionStore: Sendable {
    /// Deletes the oldest finished session in `directory`, preferring backed-up ones, but never the session in the
    /// folder `running`. Returns `nil` if no session may be deleted.
    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession?

    /// Deletes the finished sessions in `directory` that the retention rule does not keep, oldest first, but never the
    /// session in the folder `running`.
    ///
    /// - Parameter now: The current Unix time in nanoseconds.
    /// - Returns: The deleted sessions, and the reasons why others could not be deleted.
    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> Retained
}
