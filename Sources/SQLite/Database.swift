internal import CSQLite

/// A connection to a database file (`sqlite3_open_v2`), which belongs to one thread at a time with its statements: SQLite takes no lock for
/// each of the many calls that a row needs (`SQLITE_OPEN_NOMUTEX`). All calls block.
package final class Database: @unchecked Sendable {
    // Invariant: whoever has it for several threads keeps it behind a lock of his own, and `handle` never changes.

    package enum Place: Sendable, Equatable {
        /// A file, which is made when it is not there. Where it cannot be written it is opened for reading.
        case file(String)
        /// A database of this connection alone, which goes with it.
        case memory
    }

    let handle: OpaquePointer

    /// - Parameter patience: The milliseconds for which a lock of another connection is waited for.
    package init(_ place: Place, patience: Int32 = 2000) throws(SQLiteFailure) {
        let name = if case .file(let path) = place { path } else { ":memory:" }
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let result = sqlite3_open_v2(name, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            // A connection is there even when opening failed, to be closed.
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteFailure(result, message)
        }
        handle = opened
        sqlite3_busy_timeout(opened, patience)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return nothing.
    package func execute(_ text: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(handle, text, nil, nil, nil))
    }

    package func prepare(_ text: String) throws(SQLiteFailure) -> Statement { try Statement(text, on: self) }

    /// The number that a program keeps in the file for itself (`PRAGMA user_version`); 0 in a new one.
    package func version() throws(SQLiteFailure) -> Int64 {
        let statement = try prepare("PRAGMA user_version")
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// Does work as one: all of it or nothing is done, and no other connection writes meanwhile.
    package func transaction<Value>(_ work: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // It may have been undone already.
            _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// Makes the database an empty one, whatever the file holds, in its place and under its locks: another process may have it open
    /// (`SQLITE_DBCONFIG_RESET_DATABASE`).
    package func reset() throws(SQLiteFailure) {
        // A connection must have read something before; that it cannot is why it is made anew.
        do throws(SQLiteFailure) { _ = try version() } catch {}
        try check(csqlite_reset_database(handle, 1))
        defer { _ = csqlite_reset_database(handle, 0) }
        try execute("VACUUM")
    }

    func check(_ result: Int32) throws(SQLiteFailure) {
        guard result == SQLITE_OK else { throw SQLiteFailure(result, String(cString: sqlite3_errmsg(handle))) }
    }
}
