/// The `ledger.jsonl` of a folder that somebody else began.
struct LedgerFile {
    private let path: String

    init(_ folder: String) { path = folder + "/" + SessionFolder.ledger }

    /// Appends an entry after everything that is known so far: a cut last line is ended first, and a ledger that is
    /// shorter than what is known is written anew.
    func append(_ entry: LedgerEntry, after known: LedgerText) throws(FolderFailure) {
        let text = Disk.size(path) == nil ? "" : try Disk.read(path)
        if LedgerText(text).lines.count < known.lines.count {
            try Disk.replace(path, with: known.lines.map { $0 + "\n" }.joined(), by: path + ".new")
        } else if !text.isEmpty, !text.hasSuffix("\n") {
            try Disk.append("\n", to: path)
        }
        try Disk.append(entry.line + "\n", to: path)
    }

    /// Returns when the ledger is on the disk.
    func synchronise() throws(FolderFailure) {
        if Disk.size(path) != nil { try Disk.synchronise(path) }
    }
}
