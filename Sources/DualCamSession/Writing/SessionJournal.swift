import DualCamPlan
import DualCamRecordings

/// Writes a session's ledger and `session.json` to its folder. Lines that could not be written are kept and written
/// before the next line, so that a temporarily full disk loses none.
struct SessionJournal: Sendable {
    enum Work: Sendable, Equatable {
        /// Synchronises the session's folder and its `UNFINISHED` file to the disk, so that both survive a power cut.
        /// If this fails, `retry` and the completion of the session try it again.
        case anchor
        case entry(SessionAction)
        /// Writes the lines that could not be written earlier, so that they are not lost if the process is killed.
        case retry
    }

    private var folder: SessionFolder
    /// True if the session's folder was moved during the recording. In this case only ledger lines are written; the
    /// process that finishes the session writes the rest.
    private var isMoved = false
    /// The ledger lines that are not on the disk yet, oldest first.
    private(set) var waiting: [String] = []
    /// True if writing the first waiting line was attempted, so that it may be on the disk already.
    private var isTried = false
    private var isAnchored = false
    /// The maximum number of waiting lines, so that a disk that remains full does not exhaust the memory.
    private static let mostWaiting = 10_000

    init(_ folder: SessionFolder) { self.folder = folder }

    /// True if a write to the folder failed and will be tried again.
    var isBehind: Bool { !isAnchored || !waiting.isEmpty }

    /// Continues writing ledger lines at the new path if the session's folder was moved. Nothing else is written there.
    ///
    /// - Parameter moved: The folder at its new path; `nil` if it was not moved.
    mutating func follow(_ moved: SessionFolder?) {
        guard let moved else { return }
        (folder, isMoved) = (moved, true)
    }

    /// Performs one piece of work on the session's folder. Blocks.
    ///
    /// - Returns: The failure; `nil` on success.
    mutating func perform(_ work: Work, _ storage: () -> SessionStorage) -> FolderFailure? {
        switch work {
        case .entry(let entry): return write(entry, storage)
        case .anchor: return attempt { (journal) throws(FolderFailure) in try journal.anchor() }
        case .retry:
            let failure = attempt { (journal) throws(FolderFailure) in try journal.writeLines() }
            return attempt { (journal) throws(FolderFailure) in try journal.anchor() } ?? failure
        }
    }

    /// Performs one piece of work on a copy of this journal. Returns the changed copy, and the failure; `nil` on
    /// success.
    func performing(_ work: Work, _ storage: () -> SessionStorage) -> (SessionJournal, FolderFailure?) {
        var journal = self
        let failure = journal.perform(work, storage)
        return (journal, failure)
    }

    private mutating func attempt(
        _ work: (inout SessionJournal) throws(FolderFailure) -> Void
    ) -> FolderFailure? {
        do throws(FolderFailure) { try work(&self) } catch { return error }
        return nil
    }

    private mutating func anchor() throws(FolderFailure) {
        guard !isAnchored else { return }
        try folder.anchor()
        isAnchored = true
    }

    /// Performs one action that writes to the session's folder, after writing all waiting lines. Blocks.
    ///
    /// - Returns: The reason why the action's data is not on the disk; `nil` on success.
    mutating func write(_ entry: SessionAction, _ storage: () -> SessionStorage) -> FolderFailure? {
        if case .record(let entry) = entry { waiting.append(entry.line) }
        do throws(FolderFailure) {
            if case .discard(let files) = entry, !isMoved {
                // The folder has been removed and must not be synchronised, because another session may get its name.
                isAnchored = true
                if let left = folder.discard(files: files, storage()) { throw left }
                return nil
            }
            if case .complete = entry, !isMoved { folder.release() }
            try writeLines()
            try perform(entry, storage)
        } catch {
            return error
        }
        return nil
    }

    private mutating func writeLines() throws(FolderFailure) {
        while let line = waiting.first {
            defer { waiting.removeFirst(max(0, waiting.count - (planted(.refusedLineLost) ? 0 : Self.mostWaiting))) }
            let isAgain = isTried && !planted(.lineTwice)
            isTried = true
            try folder.append(line, isAgain: isAgain)
            isTried = false
            waiting.removeFirst()
        }
    }

    private mutating func perform(_ entry: SessionAction, _ storage: () -> SessionStorage) throws(FolderFailure) {
        guard !isMoved else { return }
        switch entry {
        case .save(let manifest): try folder.save(manifest)
        case .complete(let manifest, let leftovers):
            let storage = storage()
            for path in leftovers { try storage.remove(path) }
            // After a session has been reported as finished, a power cut must not destroy its folder.
            if !planted(.finishedUnanchored) { try anchor() }
            folder.release()
            if planted(.markFirst) { try folder.finish() }
            try folder.save(manifest)
            if manifest.state == .finished { try folder.finish() }
        // `write` has already performed these two.
        case .record, .discard: break
        // The session's executor performs these actions; they write nothing to the folder.
        case .standBy, .makeSession, .remember, .start, .apply, .direct, .close: break
        case .answer, .tellState, .tellLevels, .emit, .arm, .disarm: break
        case .inspect, .addChapters, .digest, .makeFolder, .deleteOldest, .retain: break
        }
    }
}
