import DualCamConfig
import SQLite
import Synchronization

/// An index over all folders of recordings: what was read of finished sessions, so that they need not be read again as long as nothing
/// in their folders has changed. The sessions are the truth: the index is looked at, made anew where it is damaged, and left aside where
/// it can be neither read nor written.
///
/// Several processes may use the same file. All calls block.
package final class SessionIndex: Sendable {
    /// The sessions of a folder.
    package struct Listing: Sendable {
        /// By the names of their folders.
        package var sessions: [ListedSession]
        /// The number of sessions whose own files were read.
        package var read: Int
        /// The names of sessions that are left out, because they are not UTF-8: `take\xe9`.
        package var unnameable: [String] = []
    }

    private enum Connection: Sendable {
        case unopened
        case open(SessionTable)
        /// The file cannot be used.
        case none
    }

    private static let file = FileName("sessions.sqlite")
    private let folder: String?
    private let patience: Int32
    private let now: @Sendable () -> Int64
    private let tell: @Sendable (String) -> Void
    private let connection = Mutex(Connection.unopened)

    /// - Parameters:
    ///   - folder: The folder of the index's file, which is made when it is not there; `nil`: it is in memory, and goes with the value.
    ///   - patience: The milliseconds for which another process that writes is waited for.
    ///   - now: Unix time in nanoseconds.
    ///   - tell: Gets a sentence about an index that was made anew.
    package init(
        _ folder: String?, patience: Int32 = 1000, now: @escaping @Sendable () -> Int64 = { WallTime.unixNow() },
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.folder, self.patience, self.now, self.tell) = (folder, patience, now, tell)
    }

    /// The folders that are known: sessions were listed in them, or recorded into them. They need not be there any more.
    package var folders: [String] {
        attempt { table throws(SQLiteFailure) in try table.folders() } ?? []
    }

    /// Keeps a folder in mind into which sessions are recorded; one that is not there yet is not.
    package func note(_ folder: String) {
        guard let path = SessionDirectory.ifReadable(folder, isNamed: true)?.realPath else { return }
        attempt { table throws(SQLiteFailure) in
            guard try table.number(of: path) == nil else { return }
            try table.database.transaction { () throws(SQLiteFailure) in try table.add(path) }
        }
    }

    /// Forgets a folder, and the sessions in it.
    func forget(_ folder: String) {
        attempt { table throws(SQLiteFailure) in
            try table.database.transaction { () throws(SQLiteFailure) in try table.forget(folder) }
        }
    }

    /// The sessions in a directory, as `ListedSession.all` tells them.
    ///
    /// - Parameters:
    ///   - isFresh: Every session is read, whatever is known of it.
    ///   - reading: Reads a session that is not known.
    /// - Throws: when the directory cannot be read; a session that cannot is listed as unreadable.
    package func sessions(
        in directory: String, isFresh: Bool = false, reading: (String) -> ListedSession = { ListedSession($0) }
    ) throws(FolderFailure) -> Listing {
        let directory = try SessionDirectory(directory, isNamed: true)
        let (place, look) = (directory.realPath ?? directory.path, FolderLook(directory))
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
        // A name that is not UTF-8 comes with this letter in the place of what is no text.
        let isStrange = names.contains { $0.contains("\u{FFFD}") }
        return Listing(
            sessions: sessions, read: change.read, unnameable: isStrange ? directory.unnameableSessions() : [])
    }

    private struct Change {
        var rows: [SessionTable.Row] = []
        var gone: Set<String> = []
        var read = 0
    }

    /// A session as it was read before; its folder is its name alone.
    private struct Known: Sendable {
        var session: ListedSession
        var isUnchanged: Bool

        var name: String { session.folder }
    }

    /// Returns the known sessions of a folder by name. While rows are read, the folders of earlier rows are checked.
    private func known(in place: String, _ look: FolderLook, _ isFresh: Bool) -> [Known] {
        var known = attempt { table throws(SQLiteFailure) -> [Known] in
            var known: [Known] = []
            var part: [FolderLook.Question] = []
            look.begin()
            try table.forEachRow(of: place) { row in
                known.append(Known(session: row.session, isUnchanged: false))
                if isFresh { return }
                part.append((row.session.folder, row.stamp))
                guard part.count == FolderLook.most else { return }
                look.ask(part)
                part = []
            }
            look.ask(part)
            for (index, isUnchanged) in look.answers().enumerated() { known[index].isUnchanged = isUnchanged }
            return known
        }
        // Names are put in order by their letters, in the database by their bytes: those that are the same may be other bytes.
        known?.sort { $0.name < $1.name }
        return known ?? []
    }

    /// Reads a session; `nil` for what is none.
    private func read(
        _ name: String, in directory: SessionDirectory, _ prefix: String, _ reading: (String) -> ListedSession,
        _ change: inout Change
    ) -> ListedSession? {
        // What changes while it is read must not look as if it had been read.
        let (begin, stamp) = (now(), SessionStamp(of: name, in: directory))
        guard let own = SessionDirectory.ifReadable(prefix + name), own.has(.manifest) || own.has(.mark) else {
            return nil
        }
        change.read += 1
        let session = reading(own.path)
        // A ledger that was left beside it may be written to without a trace in its folder.
        guard let stamp, stamp.isSettled(at: begin), stamp.manifestSize <= SessionReport.largestRecord,
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

// MARK: The file
extension SessionIndex {
    /// Does something with the index; `nil`: it cannot be done. A damaged index is made anew, and is asked once more.
    @discardableResult
    private func attempt<Value: Sendable>(_ work: (SessionTable) throws(SQLiteFailure) -> Value) -> Value? {
        connection.withLock { connection in
            if case .unopened = connection { connection = open() }
            guard case .open(let table) = connection else { return nil }
            do throws(SQLiteFailure) { return try work(table) } catch {
                guard error.isOfContent else { return nil }
                do throws(SQLiteFailure) {
                    try makeAnew(table, because: error)
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
                try makeAnew(table, because: error)
            }
            return .open(table)
        } catch {
            return inMemory()
        }
    }

    /// A process that lists again and again need not read again what it has read itself.
    private func inMemory() -> Connection {
        do throws(SQLiteFailure) {
            let table = SessionTable(database: try Database(.memory))
            try table.make()
            return .open(table)
        } catch {
            return .none
        }
    }

    private func makeAnew(_ table: SessionTable, because failure: SQLiteFailure) throws(SQLiteFailure) {
        try table.database.reset()
        try table.make()
        tell("The index \(folder ?? "") was made anew: \(failure.message).")
    }

    /// Returns the path of the file, which is made for this user alone; `nil`: there is no place for it.
    private func prepareFile() -> String? {
        guard let folder, let name = Self.file else { return nil }
        do throws(FolderFailure) {
            _ = try Disk.createFolders(folder)
            let directory = try SessionDirectory(folder, isNamed: true)
            if !directory.has(name) { _ = try directory.create(name, mode: FileMode.secret) }
        } catch {
            // It may be there and readable, where nothing can be made.
        }
        return folder + "/" + name.text
    }
}

extension SQLiteFailure {
    /// True where another file would do.
    fileprivate var isOfContent: Bool { code == .damaged || code == .mismatch }
}
