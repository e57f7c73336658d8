internal import CSQLite

/// An error that SQLite reported.
package struct SQLiteFailure: Error, Sendable, Equatable {
    /// The errors that callers distinguish (the primary result codes, such as `SQLITE_BUSY`).
    package enum Code: Sendable, Equatable {
        /// Another connection holds the required lock.
        case busy
        /// The file is damaged, or is not a database.
        case damaged
        case readOnly
        case cannotOpen
        /// The statement is not valid for this database (`SQLITE_ERROR`), usually because a table or a column is
        /// missing.
        case mismatch
        /// Any other error, with its primary result code.
        case other(Int32)
    }

    package var code: Code
    /// SQLite's own message, in English.
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    init(_ result: Int32, _ message: String) {
        code =
            switch result & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_READONLY: .readOnly
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_ERROR: .mismatch
            case let other: .other(other)
            }
        self.message = message
    }
}
