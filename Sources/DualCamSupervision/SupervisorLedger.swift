import DualCamPlan
package import DualCamSession
internal import Synchronization

/// The supervisor's lines for sessions' ledgers. One that finds no ledger at its folder's path waits: the worker may not have made it yet, or
/// the folder may turn out to have been moved.
package final class SupervisorLedger: Sendable {
    private struct Missed {
        var folder = ""
        var entries: [LedgerEntry] = []

        /// Appends the lines, in their order; those that find no ledger still wait.
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
    /// A session that has ended has no ledger any more, and what is told of it then is not kept for ever.
    private static let most = 100

    package init() {}

    /// Appends a line, and before it those that were missed: by the same folder, or by the one that the line tells to be elsewhere. Blocks.
    ///
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
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

    /// Appends the lines that the folder of the current session has missed, if its ledger is there by now. Blocks.
    ///
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
    package func catchUp(_ folder: String) throws(FolderFailure) {
        try missed.withLock { (missed) throws(FolderFailure) in
            if missed.folder == folder { try missed.append(to: folder) }
        }
    }
}
