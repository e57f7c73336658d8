import DualCamPlan
package import DualCamRecordings
internal import Synchronization

/// Writes the supervisor's own entries into the ledgers of sessions.
///
/// An entry waits while its folder has no ledger: the worker may not have created it yet, or the folder may have been
/// moved.
package final class SupervisorLedger: Sendable {
    private struct Missed {
        var folder = ""
        var entries: [LedgerEntry] = []

        /// Appends the waiting entries to the ledger in their order. If there is no ledger, the entries keep waiting.
        mutating func append(to path: String) throws(FolderFailure) {
            while let entry = entries.first {
                if !planted(.missedLinesLost) {
                    guard try SessionFolder.append(entry, toLedgerIn: path) else { return }
                }
                entries.removeFirst()
            }
        }
    }

    private let missed = Mutex(Missed())
    /// The maximum number of waiting entries. A finished or discarded session has no ledger file, so entries for it
    /// would wait forever.
    private static let most = 100

    package init() {}

    /// Appends an entry to a session's ledger, after the waiting entries for the same folder. If the entry reports a
    /// moved folder, the waiting entries are first appended at the new path. Blocks.
    ///
    /// - Throws: `FolderFailure` if the ledger exists and cannot be written.
    package func append(_ news: SupervisionNews, to folder: String) throws(FolderFailure) {
        try missed.withLock { (missed) throws(FolderFailure) in
            if case .folderLost(missed.folder, let loss, _) = news.kind, let found = loss.found {
                try missed.append(to: found)
            } else if folder == missed.folder {
                try missed.append(to: folder)
            }
            let waits = folder == missed.folder && !missed.entries.isEmpty
            let isThere = waits ? false : try SessionFolder.append(news.entry, toLedgerIn: folder)
            guard !isThere else { return }
            if folder != missed.folder {
                missed = Missed(folder: folder, entries: planted(.missedLinesMixed) ? missed.entries : [])
            }
            if missed.entries.count < Self.most { missed.entries.append(news.entry) }
        }
    }

    /// Appends the waiting entries to the current session's ledger if it exists now. Blocks.
    ///
    /// - Throws: `FolderFailure` if the ledger exists and cannot be written.
    package func catchUp(_ folder: String) throws(FolderFailure) {
        try missed.withLock { (missed) throws(FolderFailure) in
            if missed.folder == folder { try missed.append(to: folder) }
        }
    }
}
