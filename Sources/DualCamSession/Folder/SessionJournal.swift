import DualCamPlan

/// Writes a session's journal into its folder. Entries that the disk did not take wait, and are written before the next one: a disk
/// that was full for a moment costs none.
struct SessionJournal: Sendable {
    enum Work: Sendable, Equatable {
        /// See that the folder and its mark outlast a power cut; done again with all later work until it is.
        case anchor
        case entry(SessionAction)
        /// Write what waits: should the process be killed before the next entry, it would be lost.
        case retry
    }

    private var folder: SessionFolder
    /// True when the session was moved: the process that finishes it at its new place closes its records.
    private var isMoved = false
    /// Lines that are not on the disk.
    private(set) var waiting: [String] = []
    /// An attempt has been made to write the first of them.
    private var isTried = false
    private var isAnchored = false
    /// A disk that never takes anything again does not fill the memory.
    private static let mostWaiting = 10_000

    init(_ folder: SessionFolder) { self.folder = folder }

    /// The disk has refused something that is tried again.
    var isBehind: Bool { !isAnchored || !waiting.isEmpty }

    /// Goes on in the folder that the session's own was moved to, if it was: with the ledger's lines.
    mutating func follow(_ moved: SessionFolder?) {
        guard let moved else { return }
        (folder, isMoved) = (moved, true)
    }

    /// Does one piece of work. Blocks.
    ///
    /// - Returns: why it could not be done.
    mutating func perform(_ work: Work, _ storage: () -> SessionStorage) -> FolderFailure? {
        switch work {
        case .entry(let entry): return write(entry, storage)
        case .anchor: return attempt { (journal) throws(FolderFailure) in try journal.anchor() }
        case .retry:
            let failure = attempt { (journal) throws(FolderFailure) in try journal.writeLines() }
            return attempt { (journal) throws(FolderFailure) in try journal.anchor() } ?? failure
        }
    }

    /// Does one piece of work, and returns the journal behind it.
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

    /// Writes one entry, and what waits before it. Blocks.
    ///
    /// - Returns: why it is not on the disk.
    mutating func write(_ entry: SessionAction, _ storage: () -> SessionStorage) -> FolderFailure? {
        if case .record(let entry) = entry { waiting.append(entry.line) }
        do throws(FolderFailure) {
            if case .discard(let files) = entry, !isMoved {
                // Another session may take the folder's name.
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
            // A session that is told to be whole must not lose its folder to a power cut.
            if !planted(.finishedUnanchored) { try anchor() }
            folder.release()
            if planted(.markFirst) { try folder.finish() }
            try folder.save(manifest)
            if manifest.state == .finished { try folder.finish() }
        // The others are not written, or have been.
        default: break
        }
    }
}
