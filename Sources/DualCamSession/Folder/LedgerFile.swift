/// The `ledger.jsonl` of a folder that somebody else began.
struct LedgerFile {
    private let directory: SessionDirectory

    init(_ directory: SessionDirectory) { self.directory = directory }

    /// Appends an entry after everything that is known so far: a cut last line is ended first, and a ledger that is
    /// shorter than what is known is written anew.
    func append(_ entry: LedgerEntry, after known: LedgerText) throws(FolderFailure) {
        let text = try directory.text(of: .ledger, upTo: SessionFolder.largestRecord) ?? ""
        if LedgerText(text).lines.count < known.lines.count {
            let lines = known.lines.map { $0 + "\n" }.joined()
            try directory.replace(.ledger, with: lines, by: .ledgerDraft)
        } else if !text.isEmpty, !text.hasSuffix("\n") {
            try directory.append("\n", to: .ledger)
        }
        try directory.append(entry.line + "\n", to: .ledger)
    }

    /// Returns when the ledger is on the disk.
    func synchronise() throws(FolderFailure) { try directory.open(.ledger, for: .reading)?.synchronise() }
}
