internal import CSQLite

/// A connection to a database file (`sqlite3_open_v2`). Only one thread at a time may use the connection and its
/// statements. SQLite's own locking is switched off to save time for each row (`SQLITE_OPEN_NOMUTEX`). All calls block.
package final class Database: @unchecked Sendable {
    // Invariant: code that shares a connection between threads protects it with its own lock. `handle` never changes.

    package enum Place: Sendable, Equatable {
        /// A database file, which is created if it is missing. If it is not writable, it is opened for reading only.
        case file(String)
        /// A database in memory, which exists only as long as the connection.
        case memory
    }

    let handle: OpaquePointer

    /// Opens a connection to a database.
    ///
    /// - Parameter patience: the time in milliseconds to wait for a lock that is held by another connection.
    package init(_ place: Place, patience: Int32 = 2000) throws(SQLiteFailure) {
        let name = if case .file(let path) = place { path } else { ":memory:" }
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let result = sqlite3_open_v2(name, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            // A connection that must be closed exists even if opening failed.
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteFailure(result, message)
        }
        handle = opened
        sqlite3_busy_timeout(opened, patience)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Executes one or more SQL statements that return no rows, separated by semicolons.
    package func execute(_ text: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(handle, text, nil, nil, nil))
    }

    package func prepare(_ text: String) throws(SQLiteFailure) -> Statement { try Statement(text, on: self) }

    /// Returns the version number that a program has stored in the database file (`PRAGMA user_version`); 0 in a new
    /// file.
    package func version() throws(SQLiteFailure) -> Int64 {
        let statement = try prepare("PRAGMA user_version")
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// Runs work in a transaction, so that either all of its changes take effect or none. No other connection can write
    /// in the meantime.
    package func transaction<Value>(_ work: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite may have rolled the transaction back already.
            _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// Empties the database, whatever the file contains. The file is not replaced and its locks are kept, because
    /// another process may have it open (`SQLITE_DBCONFIG_RESET_DATABASE`).
    package func reset() throws(SQLiteFailure) {
        // SQLite resets a database only if the connection has tried to read the file before. Errors of this attempt are
        // ignored, because a damaged file may be the reason for the reset.
        do throws(SQLiteFailure) { _ = try version() } catch {}
        try check(csqlite_reset_database(handle, 1))
        defer { _ = csqlite_reset_database(handle, 0) }
        try execute("VACUUM")
    }

    func check(_ result: Int32) throws(SQLiteFailure) {
        guard result == SQLITE_OK else { throw SQLiteFailure(result, String(cString: sqlite3_errmsg(handle))) }
    }
}
