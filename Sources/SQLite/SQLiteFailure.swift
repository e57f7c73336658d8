internal import CSQLite

/// The reason why SQLite did not do something.
package struct SQLiteFailure: Error, Sendable, Equatable {
    /// The kinds that are handled in different ways (`SQLITE_BUSY` and so on, the primary result codes).
    package enum Code: Sendable, Equatable {
        /// Another connection holds the lock that was needed.
        case busy
        /// The file is damaged, or is no database.
        case damaged
        case readOnly
        case cannotOpen
        /// The statement does not fit the database: a table or a column is missing.
        case mismatch
        /// The primary result code of anything else.
        case other(Int32)
    }

    package var code: Code
    /// The text of SQLite itself, in English.
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
