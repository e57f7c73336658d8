import DualCamPlan
package import DualCamSession
internal import Synchronization

/// The supervisor's lines for the ledgers of sessions.
///
/// A line waits if its folder has no ledger: the worker may not have made it yet, or the folder may have been moved.
package final class SupervisorLedger: Sendable {
    private struct Missed {
        var folder = ""
        var entries: [LedgerEntry] = []

        /// Appends the waiting lines in their order. They keep waiting if there is no ledger.
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
    /// The maximum number of waiting lines. A session that has ended has no ledger, so that lines for it would wait
    /// forever.
    private static let most = 100

    package init() {}

    /// Appends a line, after the waiting lines of the same folder. A line that reports a moved folder appends the
    /// waiting lines at the new place. Blocks.
    ///
    /// - Throws: `FolderFailure` if there is a ledger and it cannot be written.
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

    /// Appends the waiting lines for the folder of the current session, if its ledger exists now. Blocks.
    ///
    /// - Throws: `FolderFailure` if there is a ledger and it cannot be written.
    package func catchUp(_ folder: String) throws(FolderFailure) {
        try missed.withLock { (missed) throws(FolderFailure) in
            if missed.folder == folder { try missed.append(to: folder) }
        }
    }
}
