import Glibc

/// Operations on a session's folder from outside the process that records into it. The calls block.
extension SessionFolder {
    /// Appends an entry to the ledger of a session that is under way; one that is finished, or was discarded, has no
    /// ledger of its own any more and gets none.
    ///
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
    package static func append(_ entry: LedgerEntry, toLedgerIn folder: String) throws(FolderFailure) {
        let file: HeldFile?
        do throws(FolderFailure) { file = try SessionDirectory(folder).open(.ledger, for: .appending) } catch {
            if error.errorNumber == ENOENT { return }
            throw error
        }
        try file?.write(entry.line + "\n")
    }

    /// The folders in `directory` that bear the mark of an unfinished session, sorted.
    package static func unfinished(in directory: String) -> [String] {
        let names = SessionDirectory.ifReadable(directory, isNamed: true)?.knownNames ?? []
        return names.map { directory + "/" + $0 }.filter(isMarked)
    }

    /// The state to which the files in some folders have grown.
    package struct Growth: Sendable, Equatable {
        /// The bytes of all of them together.
        package var bytes: Int64
        /// Unix nanoseconds of the last change to one of them; `nil` without any file.
        package var changed: Int64?
    }
}
