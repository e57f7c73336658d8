import DualCamConfig
import DualCamPlan

/// Finishes a session that a crash left unfinished. Every step is written to the ledger before it is carried out. The
/// recovery itself can therefore be killed at any moment and run again. Blocks.
package struct SessionRecovery: Sendable {
    let tools: RecoveryTools

    package init(_ tools: RecoveryTools) { self.tools = tools }

    /// The result of a session's recovery: which files it read, and what it left alone.
    package struct Report: Sendable, Equatable {
        /// The path of the session's folder.
        package var folder: String
        /// The files that had not been closed properly, as they were read again to find their length; empty if there
        /// were none.
        package var settled: [RecoveredFile]
        /// The names of files in the folder that do not belong to the session.
        package var foreign: [String]
        /// The reason why `session.json` was rebuilt from the ledger; `nil` if it could be used.
        package var manifestProblem: SessionReadFailure?
        /// The reasons why the recovery did not touch files that the session lists. Each names its file.
        package var refused: [FolderFailure] = []
        /// True when the session was already finished, so that the recovery changed nothing.
        package var wasFinished = false
        /// The history of the session after the recovery.
        package var history: SessionHistory
    }

    /// Reads the incomplete files of a lost worker and records their content in the ledger, without finishing the
    /// session. The supervisor calls this between two workers while it holds the folder's lock. Returns the files that
    /// were read.
    package func settle(_ folder: String) throws(RecoveryFailure) -> [RecoveredFile] {
        var record = try read(folder)
        let storage = SessionStorage(record.folder)
        _ = refuse(&record, storage)
        return try settle(&record, storage)
    }

    /// Finishes a session: reads its incomplete files, synchronises them to the disk, computes missing digests, writes
    /// `session.json` and removes the `UNFINISHED` file. A session that is already finished is left unchanged. Throws
    /// `RecoveryFailure`; `lock` if another process holds the session.
    package func recover(_ folder: String) throws(RecoveryFailure) -> Report {
        let before = try read(folder)
        guard !before.isFinished else {
            return Report(folder: before.folder, settled: [], foreign: [], wasFinished: true, history: before.history)
        }
        let storage = SessionStorage(before.folder)
        // A user may have deleted the `UNFINISHED` file.
        try writing(storage.directory().append("", to: .mark))
        let lock = try lock(before.folder)
        defer { withExtendedLifetime(lock) {} }
        // The disk may be full. The space that the recording reserved for its records is freed for the recovery's
        // ledger entries.
        if !planted(.roomKept) { _ = try writing { () throws(FolderFailure) in try storage.directory().remove(.room) } }
        var record = try read(folder)
        var refused = refuse(&record, storage)
        var settled = try settle(&record, storage)
        let foreign = try files(record, storage).foreign()
        refused += try clear(&settled, &record, storage)
        try addChapters(&record, storage)
        if !planted(.unanchored) { try anchor(record, storage) }
        try digest(&record, storage)
        try finish(&record, lost: settled.compactMap(\.lost).max(), storage)
        return Report(
            folder: record.folder, settled: settled, foreign: foreign, manifestProblem: record.manifestProblem,
            refused: refused, history: record.history)
    }

    private func read(_ folder: String) throws(RecoveryFailure) -> SessionRecord {
        try reading(SessionRecord.read(folder, usingLedgerAlone: true))
    }

    func files(_ record: SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) -> SessionFiles {
        try reading(SessionReadFailure.translate(SessionFiles(record, in: storage.directory())))
    }

    func reading<Value>(_ work: @autoclosure () throws(SessionReadFailure) -> Value) throws(RecoveryFailure) -> Value {
        do throws(SessionReadFailure) { return try work() } catch { throw .read(error) }
    }

    private func lock(_ folder: String) throws(RecoveryFailure) -> FolderLock {
        do throws(FolderFailure) { return try FolderLock.exclusive(folder) } catch { throw .lock(error) }
    }

    // MARK: Incomplete files
    private func settle(
        _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) -> [RecoveredFile] {
        try adoptUnknownFiles(&record, storage)
        let half = record.history.files.filter { !$0.isFinished }
        var settled: [RecoveredFile] = []
        for file in half {
            let crash = half.filter { $0.part == file.part || planted(.crashOfAnyPart) }.compactMap {
                storage.changed($0.path)
            }.max()
            try cutTornEnd(of: file, &record, storage)
            var file = file
            // The entry with the start of this file is lost. The files before it have been read by now.
            if record.history.isAdopted || file.boundary == nil {
                file.boundary = record.history.beginning(of: file.segment, file.output, in: file.part)
            }
            // A file's content must be on the disk before the ledger describes it, in case the power fails the next
            // moment.
            if !planted(.halfUnsynchronised) {
                try writing(storage.open(file.path, for: .read)?.synchroniseAfterLoss())
            }
            let result = look(at: file, crash, record.history, storage)
            settled.append(result)
            try append(entry(of: result, record), to: &record, storage)
        }
        return settled
    }

    /// Adds files in the folder that no ledger entry names to the session, because the ledger's last lines may be
    /// missing after a power cut. A file whose name differs from a known file's only in its number belongs to the same
    /// output.
    private func adoptUnknownFiles(
        _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) {
        for file in try files(record, storage).unknown() { record.history.add(file) }
        if record.hasLostLedger { try adoptTaggedFiles(&record, storage) }
    }

    /// Reads an incomplete file. Returns its content and the estimated loss at its end.
    ///
    /// - Parameter crash: The Unix time, in nanoseconds, of the last write to any incomplete file of the same part.
    private func look(
        at file: RecordedFile, _ crash: Int64?, _ history: SessionHistory, _ storage: SessionStorage
    ) -> RecoveredFile {
        let (size, content) = content(of: file, storage)
        let part = history.parts.indices.contains(file.part) ? history.parts[file.part] : nil
        let start = history.start(of: file)
        let length = max(0, content.length)
        let pauses = history.pauses(in: file.part)
        let last = RunningTime(nanoseconds: pauses.recorded(start).nanoseconds +| length)
        var end = planted(.pauseUnknown) ? last : pauses.running(last, .before)
        // The last frame may extend into a pause that has not ended.
        end.nanoseconds = end.nanoseconds +| max(0, last.nanoseconds -| pauses.recorded(end).nanoseconds)
        var file = file
        var summary = FileSummary(
            output: file.output, segment: file.segment, path: file.path, frames: content.frames, start: start, end: end)
        summary.paused = max(0, end.nanoseconds -| start.nanoseconds -| length)
        file.summary = summary
        let lost = part.flatMap { part in
            crash.map { max(0, $0 -| part.wallOffset -| part.clockShift -| end.nanoseconds) }
        }
        var settled = RecoveredFile(
            file: file, isPlayable: content.isPlayable, lost: size == nil ? nil : lost, problem: content.problem)
        settled.isForestalled = content.frames == 0 && Self.isForestalled(size, lost)
        return settled
    }

    /// Returns true if the crash occurred before the file's first index was written, so that the file contains nothing
    /// playable. The first index is written half of `max-loss` after its first frame. Returns false, so that the file
    /// is kept, if it is larger than the longest index (32 MB) or was written for longer than that time.
    ///
    /// - Parameters:
    ///   - size: The file's size in bytes; `nil` if unknown.
    ///   - lost: The estimated length of the lost recording in nanoseconds; `nil` if unknown.
    private static func isForestalled(_ size: Int64?, _ lost: Int64?) -> Bool {
        guard let size else { return false }
        return size == 0 || (size <= 32_000_000 && lost.map { $0 <= 1_000_000_000 } ?? false)
    }

    private func content(of file: RecordedFile, _ storage: SessionStorage) -> (size: Int64?, FileContent) {
        do throws(FolderFailure) {
            guard let held = try storage.open(file.path, for: .read) else {
                return (nil, FileContent(frames: 0, problem: "it is not there"))
            }
            let size = held.size
            return (size, size == 0 ? FileContent(frames: 0, problem: "it is empty") : tools.probe(held))
        } catch {
            return (nil, FileContent(frames: 0, problem: error.reason))
        }
    }

    private func entry(of settled: RecoveredFile, _ record: SessionRecord) -> LedgerEntry {
        let (file, summary) = (settled.file, settled.file.summary)
        let fields: [JSONValue.Member] = .of([
            "file": record.listedName(of: file.path), "output": file.output, "segment": file.segment,
            "frames": summary?.frames, "start": summary?.start, "end": summary?.end, "playable": settled.isPlayable,
            "lost": settled.lost.map(Duration.nanoseconds),
        ])
        let paused = summary.flatMap { $0.paused > 0 ? Duration.nanoseconds($0.paused) : nil }
        return self.entry(.fileRecovered, fields + .known(["paused": paused, "reason": settled.problem]))
    }

    func entry(_ kind: LedgerEntry.Kind, _ fields: [JSONValue.Member]) -> LedgerEntry {
        LedgerEntry(kind, unixNanoseconds: tools.wallClock(), runningTime: nil, fields: fields)
    }

    func append(
        _ entry: LedgerEntry, to record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) {
        try writing { () throws(FolderFailure) in
            let directory = try storage.directory()
            if !record.hasWholeLedger { try mend(directory, after: record.ledger) }
            try directory.append(entry.line + "\n", to: .ledger)
        }
        record.hasWholeLedger = true
        record.ledger.lines.append(entry.line)
        record.ledger.entries.append(entry)
        record.history.apply(entry, in: record.folder)
    }

    /// Prepares the ledger file for appending. Terminates an incomplete last line, and rewrites a ledger file that
    /// lacks known lines.
    private func mend(_ directory: SessionDirectory, after known: LedgerText) throws(FolderFailure) {
        let text = try directory.text(of: .ledger, upTo: SessionFolder.largestRecord) ?? ""
        if LedgerText(text).lines.count < known.lines.count {
            try directory.replace(.ledger, with: known.lines.map { $0 + "\n" }.joined().utf8, by: .ledgerDraft)
        } else if !text.isEmpty, !text.hasSuffix("\n") {
            try directory.append("\n", to: .ledger)
        }
    }

    func writing<Value>(_ work: () throws(FolderFailure) -> Value) throws(RecoveryFailure) -> Value {
        do throws(FolderFailure) { return try work() } catch { throw .write(error) }
    }

    func writing<Value>(_ work: @autoclosure () throws(FolderFailure) -> Value) throws(RecoveryFailure) -> Value {
        try writing { () throws(FolderFailure) in try work() }
    }

    // MARK: Finishing
    /// Synchronises all listed files and the ledger to the disk.
    private func anchor(_ record: SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) {
        for file in record.history.files {
            try writing(storage.open(file.path, for: .read)?.synchroniseAfterLoss())
        }
        try writing(storage.directory().open(.ledger, for: .reading)?.synchronise())
    }

    private func digest(_ record: inout SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) {
        for file in record.history.files
        where file.digest == nil && !(planted(.recoveredUndigested) && file.recovery != nil) {
            let held = try writing(storage.open(file.path, for: .read))
            guard let held else { continue }
            let size = held.size
            let digest: String
            do { digest = try tools.digest(held) } catch {
                let reason = (error as? GraphFailure)?.message ?? "\(error)"
                throw .digest(path: file.path, reason: reason.replacing(held.path, with: file.path))
            }
            let fields: [JSONValue.Member] = .of([
                "file": record.listedName(of: file.path), "size": size, "digest": digest,
            ])
            try append(entry(.digested, fields), to: &record, storage)
        }
    }

    private func finish(
        _ record: inout SessionRecord, lost: Int64?, _ storage: SessionStorage
    ) throws(RecoveryFailure) {
        let fields: [JSONValue.Member] =
            .of(["dualcam": tools.version]) + .known(["lost": lost.map(Duration.nanoseconds)])
        try append(entry(.recovered, fields), to: &record, storage)
        let text = RecoveredManifest(record, storage, version: tools.version).text + "\n"
        try writing { () throws(FolderFailure) in
            let folder = try storage.directory()
            if planted(.ledgerFirst) { try folder.remove(.ledger) }
            try folder.replace(.manifest, with: text.utf8, by: .manifestDraft)
            try folder.remove(.ledger)
            try folder.remove(.room)
            if !planted(.recoveryForgetsMark) { try folder.remove(.mark) }
            try folder.synchronise()
        }
    }

    /// Writes chapters for the session's marks into files that have none yet. These are files that the recording
    /// finished too late for chapters, and files that this recovery finished. A file without room for chapters, or that
    /// must not be changed, is left unchanged.
    func addChapters(_ record: inout SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) {
        let history = record.history
        for file in history.files where file.digest == nil && file.isPlayable {
            guard let summary = file.summary, storage.size(of: file.path) != nil else { continue }
            let chapters = history.marks.chapters(of: summary, in: file.part, history.pauses(in: file.part))
            guard !chapters.isEmpty else { continue }
            do throws(ChapterFailure) { try ChapterFile.write(chapters, into: file.path, of: storage) } catch {
                if error == .present { continue }
                let name = record.listedName(of: file.path)
                try warn("\(name) has no chapters for its marks: \(error.message).", .chapters, &record, storage)
            }
        }
    }
}
