import DualCamPlan
package import DualCamSession
internal import Synchronization

/// The supervisor's lines for sessions' ledgers. One that finds no ledger at its folder's path waits: the folder may turn out to have
/// been moved.
package final class SupervisorLedger: Sendable {
    private let missed = Mutex((folder: "", entries: [LedgerEntry]()))
    /// A session that has ended has no ledger any more, and what is told of it then is not kept for ever.
    private static let most = 100

    package init() {}

    /// Appends a line, and before it those that were missed by the folder that it tells to be elsewhere. Blocks.
    ///
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
    package func append(_ news: SupervisionNews, to folder: String) throws(FolderFailure) {
        try missed.withLock { (missed) throws(FolderFailure) in
            if case .folderLost(missed.folder, let loss, _) = news.kind, let found = loss.found {
                for entry in missed.entries where !planted(.missedLinesLost) {
                    _ = try SessionFolder.append(entry, toLedgerIn: found)
                }
                missed.entries = []
            }
            guard try !SessionFolder.append(news.entry, toLedgerIn: folder) else { return }
            if folder != missed.folder { missed = (folder, planted(.missedLinesMixed) ? missed.entries : []) }
            if missed.entries.count < Self.most { missed.entries.append(news.entry) }
        }
    }
}
