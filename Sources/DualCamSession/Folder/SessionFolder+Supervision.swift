import Glibc

/// What is done in a session's folder from outside the process that records into it. The calls block.
extension SessionFolder {
    /// Appends an entry to the ledger of a session that is under way; one that is finished, or was discarded, has no
    /// ledger of its own any more and gets none.
    ///
    /// - Throws: `FolderFailure` when there is a ledger and it cannot be written.
    public static func append(_ entry: LedgerEntry, toLedgerIn folder: String) throws(FolderFailure) {
        let path = folder + "/" + ledger
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return }
        guard descriptor >= 0 else { throw FolderFailure(.write, path: path, errorNumber: errno) }
        defer { close(descriptor) }
        let bytes = Array((entry.line + "\n").utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw FolderFailure(.write, path: path, errorNumber: errno)
        }
    }

    /// The folders in `directory` that bear the mark of an unfinished session, sorted.
    public static func unfinished(in directory: String) -> [String] {
        ((try? Disk.names(in: directory)) ?? []).map { directory + "/" + $0 }.filter {
            Disk.size($0 + "/" + mark) != nil
        }
    }

    /// How far the files in some folders have come.
    public struct Growth: Sendable, Equatable {
        /// All of them together.
        public var bytes: Int64
        /// Unix nanoseconds of the last change to one of them; `nil` without any file.
        public var changed: Int64?

        public init(bytes: Int64, changed: Int64?) { (self.bytes, self.changed) = (bytes, changed) }
    }
}
