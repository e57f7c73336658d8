import DualCamConfig
import DualCamPlan
import Glibc

/// Finishes what a crash left of a session. Everything it learns it appends to the ledger first, so that it can itself
/// be killed at any moment and run again. Blocks.
public struct SessionRecovery: Sendable {
    private let tools: RecoveryTools

    public init(_ tools: RecoveryTools) { self.tools = tools }

    /// What a recovery came to.
    public struct Report: Sendable, Equatable {
        public var folder: String
        /// Files that were read again; empty when every one had been closed.
        public var settled: [SettledFile]
        /// Names in the folder that are not the session's.
        public var foreign: [String]
        /// Why `session.json` was made anew from the ledger; `nil` when it could be used.
        public var manifestProblem: SessionReadFailure?
        /// The folder had been finished before.
        public var wasFinished = false
        public var history: SessionHistory
    }

    /// Reads the half files of a lost worker again and says in the ledger what they hold, without finishing anything:
    /// for the supervisor between two workers, which holds the folder's lock.
    public func settle(_ folder: String) throws(RecoveryFailure) -> [SettledFile] {
        var record = try read(folder)
        return try settle(&record)
    }

    /// Finishes a session: reads its half files again, synchronises them, computes the digests that are missing, writes
    /// `session.json` and takes the mark away. A session that is finished already is left alone.
    public func recover(_ folder: String) throws(RecoveryFailure) -> Report {
        let before = try read(folder)
        guard !before.isFinished else {
            return Report(
                folder: before.folder, settled: [], foreign: [], wasFinished: true, history: before.history)
        }
        // Somebody may have taken the mark away by hand.
        try writing { () throws(FolderFailure) in try Disk.append("", to: before.folder + "/" + SessionFolder.mark) }
        let lock = try lock(before.folder)
        defer { withExtendedLifetime(lock) {} }
        var record = try read(folder)
        let foreign = try files(record).foreign()
        let settled = try settle(&record)
        for file in settled where file.isForestalled {
            try writing { () throws(FolderFailure) in try Disk.remove(file.file.path) }
        }
        try addChapters(&record)
        try anchor(record)
        try digest(&record)
        try finish(&record, lost: settled.compactMap(\.lost).max())
        return Report(
            folder: record.folder, settled: settled, foreign: foreign, manifestProblem: record.manifestProblem,
            history: record.history)
    }

    private func read(_ folder: String) throws(RecoveryFailure) -> SessionRecord {
        do throws(SessionReadFailure) { return try SessionRecord.read(folder, usingLedgerAlone: true) } catch {
            throw .read(error)
        }
    }

    private func files(_ record: SessionRecord) throws(RecoveryFailure) -> SessionFiles {
        do throws(FolderFailure) { return try SessionFiles(record) } catch { throw .read(.folder(error)) }
    }

    private func lock(_ folder: String) throws(RecoveryFailure) -> FolderLock {
        do throws(FolderLockFailure) { return try FolderLock.exclusive(folder) } catch { throw .lock(error) }
    }
}

// MARK: Half files
extension SessionRecovery {
    private func settle(_ record: inout SessionRecord) throws(RecoveryFailure) -> [SettledFile] {
        try adoptUnknownFiles(&record)
        let half = record.history.files.filter { !$0.isFinished }
        var settled: [SettledFile] = []
        for file in half {
            let crash = half.filter { $0.part == file.part }.compactMap { Disk.lastChange($0.path) }.max()
            let result = look(at: file, crash, record.history)
            settled.append(result)
            try append(entry(of: result, record), to: &record)
        }
        return settled
    }

    /// After a power cut the ledger may lack its last lines: files whose names differ from a known one's only in their
    /// numbers are the same output's.
    private func adoptUnknownFiles(_ record: inout SessionRecord) throws(RecoveryFailure) {
        for file in try files(record).unknown() { record.history.add(file) }
    }

    /// - Parameter crash: Unix nanoseconds of the last write to any half file of the same part.
    private func look(at file: RecordedFile, _ crash: Int64?, _ history: SessionHistory) -> SettledFile {
        let size = Disk.size(file.path)
        let content = content(of: file, size)
        let part = history.parts.indices.contains(file.part) ? history.parts[file.part] : nil
        let start = history.start(of: file, holding: content)
        let length = max(0, content.end &- content.first)
        let pauses = history.pauses(in: file.part)
        let last = RunningTime(nanoseconds: pauses.recorded(start).nanoseconds &+ length)
        let end = pauses.running(last, .before)
        var file = file
        var summary = FileSummary(
            output: file.output, segment: file.segment, path: file.path, frames: content.frames, start: start, end: end)
        summary.paused = max(0, end.nanoseconds &- start.nanoseconds &- length)
        file.summary = summary
        let lost = part.flatMap { part in crash.map { max(0, $0 - part.wallOffset - end.nanoseconds) } }
        var settled = SettledFile(
            file: file, isPlayable: content.isPlayable, lost: size == nil ? nil : lost, problem: content.problem)
        settled.isForestalled = content.frames == 0 && Self.isForestalled(size, lost)
        return settled
    }

    /// A file gets its first index half of `max-loss` after its first frame. What is larger than the room for the longest index,
    /// or was written to for longer, may be of use to somebody and stays.
    private static func isForestalled(_ size: Int64?, _ lost: Int64?) -> Bool {
        guard let size else { return false }
        return size == 0 || (size <= 32_000_000 && lost.map { $0 <= 1_000_000_000 } ?? false)
    }

    private func content(of file: RecordedFile, _ size: Int64?) -> FileContent {
        switch size {
        case nil: FileContent(frames: 0, problem: "it is not there")
        case 0: FileContent(frames: 0, problem: "it is empty")
        default: tools.probe(file.path)
        }
    }

    private func entry(of settled: SettledFile, _ record: SessionRecord) -> LedgerEntry {
        let (file, summary) = (settled.file, settled.file.summary)
        var fields: [JSONValue.Member] = [
            .init("file", .string(record.listedName(of: file.path))), .init("output", .string(file.output.rawValue)),
            .init("segment", .count(file.segment)), .init("frames", .count(summary?.frames)),
            .init("start", .time(summary?.start)), .init("end", .time(summary?.end)),
            .init("playable", .bool(settled.isPlayable)),
            .init("lost", settled.lost.map { .seconds(nanoseconds: $0) } ?? .null),
        ]
        if let paused = summary?.paused, paused > 0 { fields.append(.init("paused", .seconds(nanoseconds: paused))) }
        if let problem = settled.problem { fields.append(.init("reason", .string(problem))) }
        return self.entry(.fileRecovered, fields)
    }

    func entry(_ kind: LedgerEntry.Kind, _ fields: [JSONValue.Member]) -> LedgerEntry {
        LedgerEntry(kind, unixNanoseconds: tools.wallClock(), runningTime: nil, fields: fields)
    }

    func append(_ entry: LedgerEntry, to record: inout SessionRecord) throws(RecoveryFailure) {
        try writing { () throws(FolderFailure) in try LedgerFile(record.folder).append(entry, after: record.ledger) }
        record.ledger.lines.append(entry.line)
        record.ledger.entries.append(entry)
        record.history.take(entry, in: record.folder)
    }

    private func writing(_ work: () throws(FolderFailure) -> Void) throws(RecoveryFailure) {
        do throws(FolderFailure) { try work() } catch { throw .write(error) }
    }
}

// MARK: The end
extension SessionRecovery {
    /// Returns when everything that is listed is on the disk.
    private func anchor(_ record: SessionRecord) throws(RecoveryFailure) {
        for file in record.history.files where Disk.size(file.path) != nil {
            try writing { () throws(FolderFailure) in try Disk.synchronise(file.path) }
        }
        try writing { () throws(FolderFailure) in try LedgerFile(record.folder).synchronise() }
    }

    private func digest(_ record: inout SessionRecord) throws(RecoveryFailure) {
        for file in record.history.files where file.digest == nil {
            guard let size = Disk.size(file.path) else { continue }
            let digest: String
            do { digest = try tools.digest(file.path) } catch {
                throw .digest(path: file.path, reason: (error as? GraphFailure)?.message ?? "\(error)")
            }
            let entry = entry(
                .digested,
                [
                    .init("file", .string(record.listedName(of: file.path))), .init("size", .integer(size)),
                    .init("digest", .string(digest)),
                ])
            try append(entry, to: &record)
        }
    }

    private func finish(_ record: inout SessionRecord, lost: Int64?) throws(RecoveryFailure) {
        var fields: [JSONValue.Member] = [.init("dualcam", .string(tools.version))]
        if let lost { fields.append(.init("lost", .seconds(nanoseconds: lost))) }
        try append(entry(.recovered, fields), to: &record)
        let text = RecoveredManifest(record, version: tools.version).text + "\n"
        let folder = record.folder
        try writing { () throws(FolderFailure) in
            try Disk.replace(
                folder + "/" + SessionFolder.manifest, with: text, by: folder + "/" + SessionFolder.temporary)
            try Disk.remove(folder + "/" + SessionFolder.ledger)
            try Disk.remove(folder + "/" + SessionFolder.mark)
            try Disk.synchroniseFolder(folder)
        }
    }
}
