import DualCamConfig
import DualCamPlan

/// Finishes what a crash left of a session. Everything it learns it appends to the ledger first, so that it can itself
/// be killed at any moment and run again. Blocks.
package struct SessionRecovery: Sendable {
    let tools: RecoveryTools

    package init(_ tools: RecoveryTools) { self.tools = tools }

    /// The result of a recovery.
    package struct Report: Sendable, Equatable {
        package var folder: String
        /// Files that were read again; empty when every one had been closed.
        package var settled: [SettledFile]
        /// Names in the folder that are not the session's.
        package var foreign: [String]
        /// The reason why `session.json` was made anew from the ledger; `nil` when it could be used.
        package var manifestProblem: SessionReadFailure?
        /// Listed files, and why they were neither read nor changed.
        package var refused: [FolderFailure] = []
        /// The folder had been finished before.
        package var wasFinished = false
        package var history: SessionHistory
    }

    /// Reads the half files of a lost worker again and says in the ledger what they hold, without finishing anything:
    /// for the supervisor between two workers, which holds the folder's lock.
    package func settle(_ folder: String) throws(RecoveryFailure) -> [SettledFile] {
        var record = try read(folder)
        let storage = SessionStorage(record.folder)
        _ = refuse(&record, storage)
        return try settle(&record, storage)
    }

    /// Finishes a session: reads its half files again, synchronises them, computes the digests that are missing, writes
    /// `session.json` and takes the mark away. A session that is finished already is left alone.
    package func recover(_ folder: String) throws(RecoveryFailure) -> Report {
        let before = try read(folder)
        guard !before.isFinished else {
            return Report(folder: before.folder, settled: [], foreign: [], wasFinished: true, history: before.history)
        }
        let storage = SessionStorage(before.folder)
        // Somebody may have taken the mark away by hand.
        try writing(storage.directory().append("", to: .mark))
        let lock = try lock(before.folder)
        defer { withExtendedLifetime(lock) {} }
        // The disk may be full: what the recording kept for its records is for these.
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

    // MARK: Half files
    private func settle(
        _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) -> [SettledFile] {
        try adoptUnknownFiles(&record, storage)
        let half = record.history.files.filter { !$0.isFinished }
        var settled: [SettledFile] = []
        for file in half {
            let crash = half.filter { $0.part == file.part || planted(.crashOfAnyPart) }.compactMap {
                storage.changed($0.path)
            }.max()
            try cutTornEnd(of: file, &record, storage)
            var file = file
            // The ledger has lost where it begins; the files before it have been read meanwhile.
            if record.history.isAdopted || file.boundary == nil {
                file.boundary = record.history.beginning(of: file.segment, file.output, in: file.part)
            }
            // What the ledger says of a file must be there, too, when power is cut the next moment.
            if !planted(.halfUnsynchronised) {
                try writing(storage.open(file.path, for: .read)?.synchroniseAfterLoss())
            }
            let result = look(at: file, crash, record.history, storage)
            settled.append(result)
            try append(entry(of: result, record), to: &record, storage)
        }
        return settled
    }

    /// After a power cut the ledger may lack its last lines: files whose names differ from a known one's only in their
    /// numbers are the same output's.
    private func adoptUnknownFiles(
        _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) {
        for file in try files(record, storage).unknown() { record.history.add(file) }
        if record.hasLostLedger { try adoptTaggedFiles(&record, storage) }
    }

    /// - Parameter crash: Unix nanoseconds of the last write to any half file of the same part.
    private func look(
        at file: RecordedFile, _ crash: Int64?, _ history: SessionHistory, _ storage: SessionStorage
    ) -> SettledFile {
        let (size, content) = content(of: file, storage)
        let part = history.parts.indices.contains(file.part) ? history.parts[file.part] : nil
        let start = history.start(of: file)
        let length = max(0, content.length)
        let pauses = history.pauses(in: file.part)
        let last = RunningTime(nanoseconds: pauses.recorded(start).nanoseconds +| length)
        var end = planted(.pauseUnknown) ? last : pauses.running(last, .before)
        // The last frame may reach into a pause that is not over.
        end.nanoseconds = end.nanoseconds +| max(0, last.nanoseconds -| pauses.recorded(end).nanoseconds)
        var file = file
        var summary = FileSummary(
            output: file.output, segment: file.segment, path: file.path, frames: content.frames, start: start, end: end)
        summary.paused = max(0, end.nanoseconds -| start.nanoseconds -| length)
        file.summary = summary
        let lost = part.flatMap { part in
            crash.map { max(0, $0 -| part.wallOffset -| part.clockShift -| end.nanoseconds) }
        }
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

    private func entry(of settled: SettledFile, _ record: SessionRecord) -> LedgerEntry {
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

    /// Makes a ledger ready for more: a cut last line is ended, and one that is shorter than what is known is written anew.
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

    // MARK: The end
    /// Returns when everything that is listed is on the disk.
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

    /// Writes what was marked into the files that were finished too late for it, or by this recovery. A file that has no room for
    /// its chapters, or that is not to be changed, keeps what it holds.
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
