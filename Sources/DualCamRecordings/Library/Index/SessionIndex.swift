import DualCamConfig
import SQLite
import Synchronization

/// An index of the finished sessions in all recording directories. An indexed session is read again only if something
/// in its folder has changed. If the index and a session's own files differ, the files are right. A damaged index is
/// rebuilt. An index that can be neither read nor written is replaced by one in memory.
///
/// Several processes may use the same index file. All calls block.
package final class SessionIndex: Sendable {
    /// The list of the sessions in one directory.
    package struct Listing: Sendable {
        /// The sessions in the directory, ordered by the names of their folders.
        package var sessions: [ListedSession]
        /// The number of sessions that were read from their own files, not from the index.
        package var read: Int
        /// The names of sessions that are left out because their names are not UTF-8, such as `take\xe9`.
        package var unnameable: [String] = []
    }

    private enum Connection: Sendable {
        case unopened
        case open(SessionTable)
        /// Neither the index file nor an index in memory can be used.
        case none
    }

    private static let file = FileName("sessions.sqlite")
    private let folder: String?
    private let patience: Int32
    private let now: @Sendable () -> Int64
    private let tell: @Sendable (String) -> Void
    private let connection = Mutex(Connection.unopened)

    /// Creates an index. The index file is opened when the index is first used.
    ///
    /// - Parameters:
    ///   - folder: The folder of the index file, created if it is missing; `nil` to keep the index in memory.
    ///   - patience: The number of milliseconds to wait while another process writes to the index.
    ///   - now: Returns the current Unix time in nanoseconds.
    ///   - tell: Receives a sentence for users each time the index was rebuilt, because it was damaged or of another
    ///     version.
    package init(
        _ folder: String?, patience: Int32 = 1000, now: @escaping @Sendable () -> Int64 = { WallTime.unixNow() },
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.folder, self.patience, self.now, self.tell) = (folder, patience, now, tell)
    }

    /// The recording directories in which sessions have been listed or recorded. Such a directory may no longer exist.
    package var folders: [String] {
        attempt { table throws(SQLiteFailure) in try table.folders() } ?? []
    }

    /// Adds a recording directory to the known directories, if it exists.
    package func note(_ folder: String) {
        guard let path = SessionDirectory.ifReadable(folder, isNamed: true)?.realPath else { return }
        attempt { table throws(SQLiteFailure) in
            guard try table.number(of: path) == nil else { return }
            try table.database.transaction { () throws(SQLiteFailure) in try table.add(path) }
        }
    }

    /// Removes a recording directory and its sessions from the index.
    func forget(_ folder: String) {
        attempt { table throws(SQLiteFailure) in
            try table.database.transaction { () throws(SQLiteFailure) in try table.forget(folder) }
        }
    }

    /// Lists the sessions in a directory, like `ListedSession.all`, but faster.
    ///
    /// - Parameters:
    ///   - isFresh: True to read every session again.
    ///   - reading: Reads a session that is not in the index.
    /// - Throws: `FolderFailure` if the directory cannot be read. A session that cannot be read is listed as
    ///   `unreadable`.
    package func sessions(
        in directory: String, isFresh: Bool = false, reading: (String) -> ListedSession = { ListedSession($0) }
    ) throws(FolderFailure) -> Listing {
        let directory = try SessionDirectory(directory, isNamed: true)
        let (place, look) = (directory.realPath ?? directory.path, FolderScan(directory))
        let known = known(in: place, look, isFresh)
        let names = try look.names()
        var (change, sessions, next) = (Change(), [ListedSession](), 0)
        sessions.reserveCapacity(names.count)
        let prefix = directory.path == "/" ? "/" : directory.path + "/"
        for name in names {
            while next < known.count, known[next].name < name {
                change.gone.insert(known[next].name)
                next += 1
            }
            let row = next < known.count && known[next].name == name ? known[next] : nil
            if row != nil { next += 1 }
            if let row, row.isUnchanged {
                var session = row.session
                session.folder = prefix + row.name
                sessions.append(session)
            } else {
                if let row { change.gone.insert(row.name) }
                if let session = read(name, in: directory, prefix, reading, &change) { sessions.append(session) }
            }
        }
        change.gone.formUnion(known[next...].map(\.name))
        change.gone.subtract(change.rows.map(\.session.name))
        keep(change, of: place, isEmpty: sessions.isEmpty && known.isEmpty)
        // The replacement character stands for bytes that are not UTF-8.
        let isStrange = names.contains { $0.contains("\u{FFFD}") }
        return Listing(
            sessions: sessions, read: change.read, unnameable: isStrange ? directory.unnameableSessions() : [])
    }

    private struct Change {
        var rows: [SessionTable.Row] = []
        var gone: Set<String> = []
        var read = 0
    }

    /// A session as stored in the index. Its `folder` is the name of the folder, without the path.
    private struct Known: Sendable {
        var session: ListedSession
        var isUnchanged: Bool

        var name: String { session.folder }
    }

    /// Returns the indexed sessions of a directory, ordered by name. `isUnchanged` is true for each session whose
    /// folder has not changed; false for all if `isFresh` is true. While rows are read, the folders of earlier rows are
    /// checked in other threads.
    private func known(in place: String, _ look: FolderScan, _ isFresh: Bool) -> [Known] {
        var known = attempt { table throws(SQLiteFailure) -> [Known] in
            var known: [Known] = []
            var part: [FolderScan.Question] = []
            look.begin()
            try table.forEachRow(of: place) { row in
                known.append(Known(session: row.session, isUnchanged: false))
                if isFresh { return }
                part.append((row.session.folder, row.stamp))
                guard part.count == FolderScan.most else { return }
                look.ask(part)
                part = []
            }
            look.ask(part)
            for (index, isUnchanged) in look.answers().enumerated() { known[index].isUnchanged = isUnchanged }
            return known
        }
        // The database orders names by their bytes, Swift by their characters. Equal characters may have different
        // bytes.
        known?.sort { $0.name < $1.name }
        return known ?? []
    }

    /// Reads a session from its own files. Adds it to `change`, the pending changes of the index, if it is finished and
    /// can be stored. Returns `nil` if the folder is not a session.
    private func read(
        _ name: String, in directory: SessionDirectory, _ prefix: String, _ reading: (String) -> ListedSession,
        _ change: inout Change
    ) -> ListedSession? {
        // The stamp is taken before reading. A change during reading then makes the stamp outdated.
        let (begin, stamp) = (now(), SessionStamp(of: name, in: directory))
        guard let own = SessionDirectory.ifReadable(prefix + name), own.has(.manifest) || own.has(.mark) else {
            return nil
        }
        change.read += 1
        let session = reading(own.path)
        // A leftover ledger may be written without a change to its folder.
        guard let stamp, stamp.isSettled(at: begin), stamp.manifestSize <= SessionRecord.largestWhileRecording,
            !own.has(.ledger), SessionTable.canKeep(session)
        else { return session }
        change.rows.append(SessionTable.Row(stamp: stamp, session: session))
        return session
    }

    private func keep(_ change: Change, of place: String, isEmpty: Bool) {
        guard !isEmpty else { return }
        attempt { table throws(SQLiteFailure) in
            let isKnown = try table.number(of: place) != nil
            guard !isKnown || !change.rows.isEmpty || !change.gone.isEmpty else { return }
            try table.database.transaction { () throws(SQLiteFailure) in
                try table.change(place, rows: change.rows, gone: change.gone.sorted())
            }
        }
    }

}

// MARK: The index file
extension SessionIndex {
    /// Runs a closure with the index database, and returns its result. Returns `nil` if the database cannot be used. If
    /// the database is damaged, it is rebuilt and the closure is run again.
    @discardableResult
    private func attempt<Value: Sendable>(_ work: (SessionTable) throws(SQLiteFailure) -> Value) -> Value? {
        connection.withLock { connection in
            if case .unopened = connection { connection = open() }
            guard case .open(let table) = connection else { return nil }
            do throws(SQLiteFailure) { return try work(table) } catch {
                guard error.isOfContent else { return nil }
                do throws(SQLiteFailure) {
                    try rebuild(table, because: error)
                    return try work(table)
                } catch {
                    connection = .none
                    return nil
                }
            }
        }
    }

    private func open() -> Connection {
        guard let path = prepareFile() else { return inMemory() }
        do throws(SQLiteFailure) {
            let table = SessionTable(database: try Database(.file(path), patience: patience))
            do throws(SQLiteFailure) {
                if try !table.isMade() { try table.make() }
            } catch {
                guard error.isOfContent else { throw error }
                try rebuild(table, because: error)
            }
            return .open(table)
        } catch {
            return inMemory()
        }
    }

    /// Creates an index in memory. A process that lists sessions repeatedly then does not have to read them again.
    private func inMemory() -> Connection {
        do throws(SQLiteFailure) {
            let table = SessionTable(database: try Database(.memory))
            try table.make()
            return .open(table)
        } catch {
            return .none
        }
    }

    private func rebuild(_ table: SessionTable, because failure: SQLiteFailure) throws(SQLiteFailure) {
        try table.database.reset()
        try table.make()
        tell("The index \(folder ?? "") was rebuilt: \(failure.message).")
    }

    /// Returns the path of the index file, which is created for the current user only; `nil` if the index has no
    /// folder.
    private func prepareFile() -> String? {
        guard let folder, let name = Self.file else { return nil }
        do throws(FolderFailure) {
            _ = try Disk.createFolders(folder)
            let directory = try SessionDirectory(folder, isNamed: true)
            if !directory.has(name) { _ = try directory.create(name, mode: FileMode.secret) }
        } catch {
            // If nothing can be created, the file may nevertheless exist and be readable.
        }
        return folder + "/" + name.text
    }
}

extension SQLiteFailure {
    /// True when the content of the database caused the error, so that rebuilding the database helps.
    fileprivate var isOfContent: Bool { code == .damaged || code == .mismatch }
}
