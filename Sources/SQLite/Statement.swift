internal import CSQLite

/// A prepared statement (`sqlite3_prepare_v3`) with its parameter values and its current row.
package final class Statement {
    private let handle: OpaquePointer
    /// The connection that the statement uses. The statement must be freed before the connection is closed.
    private let database: Database

    init(_ text: String, on database: Database) throws(SQLiteFailure) {
        var prepared: OpaquePointer?
        try database.check(sqlite3_prepare_v3(database.handle, text, -1, 0, &prepared, nil))
        guard let prepared else { throw SQLiteFailure(SQLITE_MISUSE, "the statement is empty") }
        (handle, self.database) = (prepared, database)
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds an integer to a parameter; the first parameter has the index 1.
    package func bind(_ value: Int64, at index: Int32) throws(SQLiteFailure) {
        try database.check(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds a text to a parameter. The text may contain NUL.
    package func bind(_ text: String, at index: Int32) throws(SQLiteFailure) {
        var text = text
        let result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                csqlite_bind_text(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
            }
        }
        try database.check(result)
    }

    /// Binds an integer, or `NULL` for `nil`, to a parameter.
    package func bind(_ value: Int64?, at index: Int32) throws(SQLiteFailure) {
        guard let value else { return try database.check(sqlite3_bind_null(handle, index)) }
        try bind(value, at: index)
    }

    package func bind(_ text: String?, at index: Int32) throws(SQLiteFailure) {
        guard let text else { return try database.check(sqlite3_bind_null(handle, index)) }
        try bind(text, at: index)
    }

    /// Advances to the next row. Returns true if there is one, and false at the end of the result.
    package func step() throws(SQLiteFailure) -> Bool {
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        guard result == SQLITE_DONE else {
            throw SQLiteFailure(result, String(cString: sqlite3_errmsg(database.handle)))
        }
        return false
    }

    /// Runs the statement to its end and resets it, so that it can run again with different parameters.
    package func run() throws(SQLiteFailure) {
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// Returns an integer column of the current row; the first column has the index 0. The value is 0 if the column is
    /// not a number.
    package func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Returns a text column of the current row; empty if the column is `NULL`.
    package func text(at column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
