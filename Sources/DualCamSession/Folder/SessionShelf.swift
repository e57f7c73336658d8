public import DualCamConfig
import Glibc

/// Deletes whole finished sessions, and nothing else: only files that their `session.json` lists, only plain files, and
/// a folder only when nothing foreign is left in it. Blocks.
public struct SessionShelf: Shelf {
    public init() {}

    /// Goes on to the next oldest when one cannot be deleted; throws when none could.
    public func deleteOldest(
        in directory: String, besides running: String
    ) throws(FolderFailure) -> DeletedSession? {
        var failure: FolderFailure?
        let sessions = try sessions(in: directory, besides: running)
        for candidate in RetentionRule.byAge(sessions.compactMap(\.candidate)) {
            do throws(FolderFailure) { return try delete(candidate) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return nil
    }

    /// Sessions that cannot be deleted stay, and all of them when the directory cannot be read.
    public func retain(
        _ rule: Retention, in directory: String, besides running: String, now: Int64
    ) -> [DeletedSession] {
        guard rule != .off, let sessions = try? sessions(in: directory, besides: running) else { return [] }
        let candidates = sessions.compactMap(\.candidate)
        let kept = sessions.filter { $0.candidate == nil }.reduce(0) { $0 + $1.bytes }
        return RetentionRule(rule: rule).leaving(candidates, kept: kept, now: now).compactMap { try? delete($0) }
    }

    private func sessions(
        in directory: String, besides running: String
    ) throws(FolderFailure) -> [ListedSession] {
        let own = Self.resolved(running)
        return try ListedSession.all(in: directory).filter { own == nil || Self.resolved($0.folder) != own }
    }

    /// `realpath(3)`
    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// The papers go last: what is interrupted half-way can still be told and deleted.
    private func delete(_ candidate: RetentionRule.Candidate) throws(FolderFailure) -> DeletedSession {
        let record: SessionRecord
        do throws(SessionReadFailure) { record = try SessionRecord.read(candidate.path) } catch {
            throw FolderFailure(.read, path: candidate.path, errorNumber: EBUSY)
        }
        guard record.isFinished else { throw FolderFailure(.remove, path: candidate.path, errorNumber: EBUSY) }
        let listed = record.history.files.map(\.path)
        // A list that leads elsewhere was not made by dualcam: nothing of it is believed.
        if let stranger = listed.first(where: { !record.isOwn($0) }) {
            throw FolderFailure(.remove, path: stranger, errorNumber: EPERM)
        }
        let files = listed.filter(Disk.isPlainFile)
        var bytes: Int64 = 0
        for path in files + [candidate.path + "/" + SessionFolder.manifest] {
            bytes += Disk.size(path) ?? 0
            try Disk.remove(path)
        }
        for folder in Set(files.map(Disk.parent)).union([candidate.path]) { rmdir(folder) }
        return DeletedSession(path: candidate.path, bytes: bytes)
    }
}

extension SessionRecord {
    /// Whether a listed file lies where this session's files may: in its folder, or in a fallback's folder of the same
    /// name; never anywhere a path with `..` leads.
    func isOwn(_ path: String) -> Bool {
        guard !path.split(separator: "/").contains("..") else { return false }
        let parent = Disk.parent(of: path)
        guard parent != folder else { return true }
        return path.hasPrefix("/") && Disk.isPlainFolder(parent)
            && parent.split(separator: "/").last == folder.split(separator: "/").last
    }
}
