public import DualCamConfig
import DualCamPlan

/// A session of a recording directory, for people and for making room.
public struct ListedSession: Sendable, Equatable {
    public enum State: Sendable, Equatable {
        case finished
        /// Finished after a crash.
        case recovered
        /// By whom: `pid N on HOST since TIME`.
        case recording(by: String)
        /// Nobody records it, and its mark is still there.
        case unfinished
        case unreadable(SessionReadFailure)
    }

    public var folder: String
    public var state: State
    /// Unix nanoseconds; `nil`: not known.
    public var start: Int64?
    /// Of the longest output, in nanoseconds, as far as its files are closed.
    public var length: Int64
    /// Of the files that are there.
    public var bytes: Int64
    public var outputs: [OutputName]
    /// Frames lost before they were recorded, gaps in which nothing was recorded, and files that cannot be played.
    public var dropped: Int
    public var gaps: Int
    public var unplayable: Int

    /// The folder's last name.
    public var name: String { folder.split(separator: "/").last.map(String.init) ?? folder }

    /// The sessions in a directory by name: every folder with a `session.json` or an `UNFINISHED` in it.
    ///
    /// - Throws: when the directory cannot be read; a session that cannot is listed as unreadable.
    public static func all(in directory: String) throws(FolderFailure) -> [ListedSession] {
        let place = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        return try Disk.names(in: place).compactMap { name in
            let folder = place == "/" ? "/" + name : place + "/" + name
            let papers = [SessionFolder.manifest, SessionFolder.mark].map { folder + "/" + $0 }
            guard Disk.isPlainFolder(folder), papers.contains(where: Disk.isPlainFile) else { return nil }
            return ListedSession(folder)
        }
    }

    private init(_ folder: String) {
        (self.folder, length, bytes, outputs, dropped, gaps, unplayable) = (folder, 0, 0, [], 0, 0, 0)
        do throws(SessionReadFailure) {
            let record = try SessionRecord.read(folder, usingLedgerAlone: true)
            state = Self.state(of: record)
            take(record)
        } catch {
            state = .unreadable(error)
        }
    }

    private static func state(of record: SessionRecord) -> State {
        guard record.isMarked else {
            return record.isFinished ? (record.state == "recovered" ? .recovered : .finished) : .unfinished
        }
        do throws(FolderLockFailure) {
            return try FolderLock.holder(of: record.folder).map { .recording(by: $0) } ?? .unfinished
        } catch {
            return .unfinished
        }
    }

    private mutating func take(_ record: SessionRecord) {
        let history = record.history
        start = record.start
        outputs = history.outputs
        bytes = history.files.reduce(0) { $0 + (Disk.size($1.path) ?? 0) }
        length =
            outputs.map { output in
                history.files.filter { $0.output == output }
                    .reduce(0) { $0 + ($1.summary.map { $0.end.nanoseconds - $0.start.nanoseconds - $0.paused } ?? 0) }
            }.max() ?? 0
        dropped = history.dropped.reduce(0) { $0 &+ $1.count }
        (gaps, unplayable) = (
            max(history.gaps.count, history.parts.count - 1), history.unplayable.count - history.unbegun.count
        )
    }

    /// As something that may be deleted; `nil` for what is not finished.
    var candidate: RetentionRule.Candidate? {
        guard [.finished, .recovered].contains(state), let start else { return nil }
        return RetentionRule.Candidate(path: folder, start: start, bytes: bytes)
    }
}
