import DualCamConfig
import SQLite

/// The database tables of `SessionIndex`: the recording directories, and their finished sessions as they were read.
struct SessionTable: Sendable {
    /// A session as it was read, with the state of its folder at that time.
    struct Row: Sendable {
        var stamp: SessionStamp
        var session: ListedSession
    }

    private static let version = 3
    /// The byte that separates the items of a list in one column. A session with this byte in one of its lists is not
    /// stored.
    private static let separator: UInt8 = 0x1F
    private static let columns = [
        "name", "device", "inode", "changed", "manifest", "manifest_size", "manifest_changed", "derived_changed",
        "recovered", "start", "length", "bytes", "dropped", "gaps", "unplayable", "damaged_lines", "outputs", "title",
        "marks", "tags", "rating", "backed_up",
        "missing", "unaccounted", "repeated", "shed", "clock_correction", "start_doubtful", "occupied",
    ]

    let database: Database

    /// Returns true if the tables of the index exist in this version, and false for a new, empty database.
    ///
    /// - Throws: `mismatch` for a database of another program or version.
    func isMade() throws(SQLiteFailure) -> Bool {
        // Both values are read in one statement, because another process may be creating the tables.
        let state = try database.prepare(
            "SELECT (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)")
        guard try state.step() else { return false }
        let (version, tables) = (state.integer(at: 0), state.integer(at: 1))
        if version == Self.version {
            // Preparing this statement detects a missing column before the first list.
            _ = try database.prepare("SELECT folder, \(Self.columns.joined(separator: ", ")) FROM sessions")
            return true
        }
        guard version == 0, tables == 0 else {
            throw SQLiteFailure(.mismatch, "it was written by another version or program")
        }
        return false
    }

    func make() throws(SQLiteFailure) {
        let columns = Self.columns.joined(separator: ", ")
        try database.transaction { () throws(SQLiteFailure) in
            // Another process may have created the tables in the meantime.
            guard try !isMade() else { return }
            try database.execute("CREATE TABLE folders(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE)")
            try database.execute(
                "CREATE TABLE sessions(folder INTEGER NOT NULL, \(columns), PRIMARY KEY(folder, name)) WITHOUT ROWID")
            try database.execute("PRAGMA user_version = \(Self.version)")
        }
    }

    // MARK: Folders
    func folders() throws(SQLiteFailure) -> [String] {
        let statement = try database.prepare("SELECT path FROM folders ORDER BY path")
        var paths: [String] = []
        while try statement.step() { paths.append(statement.text(at: 0)) }
        return paths
    }

    func number(of folder: String) throws(SQLiteFailure) -> Int64? {
        let statement = try database.prepare("SELECT id FROM folders WHERE path = ?")
        try statement.bind(folder, at: 1)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    func add(_ folder: String) throws(SQLiteFailure) {
        let statement = try database.prepare("INSERT OR IGNORE INTO folders(path) VALUES(?)")
        try statement.bind(folder, at: 1)
        try statement.run()
    }

    func forget(_ folder: String) throws(SQLiteFailure) {
        for text in [
            "DELETE FROM sessions WHERE folder = (SELECT id FROM folders WHERE path = ?)",
            "DELETE FROM folders WHERE path = ?",
        ] {
            let statement = try database.prepare(text)
            try statement.bind(folder, at: 1)
            try statement.run()
        }
    }

    // MARK: Sessions
    /// Calls `take` with each indexed session of a directory, ordered by name. The `folder` of each session is its name
    /// without the path.
    func forEachRow(of folder: String, _ take: (Row) -> Void) throws(SQLiteFailure) {
        let statement = try database.prepare(
            """
            SELECT \(Self.columns.joined(separator: ", ")) FROM sessions
            WHERE folder = (SELECT id FROM folders WHERE path = ?) ORDER BY name
            """)
        try statement.bind(folder, at: 1)
        var outputs: Outputs = ("", [])
        while try statement.step() { take(Row(statement, &outputs)) }
    }

    /// The outputs of the row that was read last, as text and as a list. Most sessions of a directory have the same
    /// outputs, so their rows share one list.
    fileprivate typealias Outputs = (text: String, list: [OutputName])

    /// Changes the indexed sessions of a directory: deletes those whose names are in `gone`, and inserts rows,
    /// replacing those with the same names.
    func change(_ folder: String, rows: [Row], gone: [String]) throws(SQLiteFailure) {
        try add(folder)
        guard let number = try number(of: folder) else { return }
        let removal = try database.prepare("DELETE FROM sessions WHERE folder = ? AND name = ?")
        for name in gone {
            try removal.bind(number, at: 1)
            try removal.bind(name, at: 2)
            try removal.run()
        }
        let places = Self.columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = try database.prepare(
            "INSERT OR REPLACE INTO sessions(folder, \(Self.columns.joined(separator: ", "))) VALUES(?, \(places))")
        for row in rows {
            try insertion.bind(number, at: 1)
            try row.bind(to: insertion)
            try insertion.run()
        }
    }

    /// Returns true if a session can be stored in a row without loss.
    static func canKeep(_ session: ListedSession) -> Bool {
        [.finished, .recovered].contains(session.state) && session.isInOneFolder
            && ![session.outputs.map(\.rawValue), session.marks].joined().contains { $0.utf8.contains(separator) }
    }

    fileprivate static func text(_ list: [String]) -> String? {
        list.isEmpty ? nil : list.joined(separator: String(UnicodeScalar(separator)))
    }

    fileprivate static func list(_ text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            bytes.split(separator: separator, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}

extension SessionTable.Row {
    fileprivate init(_ row: Statement, _ outputs: inout SessionTable.Outputs) {
        stamp = SessionStamp(
            device: row.integer(at: 1), folder: row.integer(at: 2), changed: row.integer(at: 3),
            manifest: row.integer(at: 4), manifestSize: row.integer(at: 5), manifestChanged: row.integer(at: 6),
            derivedChanged: row.integer(at: 7))
        session = ListedSession(row.text(at: 0), row.integer(at: 8) == 0 ? .finished : .recovered)
        session.start = row.isNull(at: 9) ? nil : row.integer(at: 9)
        (session.length, session.bytes) = (row.integer(at: 10), row.integer(at: 11))
        session.losses.dropped = Int(clamping: row.integer(at: 12))
        session.gaps = Int(clamping: row.integer(at: 13))
        session.unplayable = Int(clamping: row.integer(at: 14))
        session.damagedLines = Int(clamping: row.integer(at: 15))
        session.isInOneFolder = true
        let text = row.text(at: 16)
        if text != outputs.text { outputs = (text, SessionTable.list(text).map { OutputName($0) }) }
        if !text.isEmpty { session.outputs = outputs.list }
        if !row.isNull(at: 17) { session.title = row.text(at: 17) }
        if !row.isNull(at: 18) { session.marks = SessionTable.list(row.text(at: 18)) }
        if !row.isNull(at: 19) { session.tags.add(SessionTable.list(row.text(at: 19))) }
        if !row.isNull(at: 20) { session.tags.rating = Int(clamping: row.integer(at: 20)) }
        session.isBackedUp = row.integer(at: 21) != 0
        session.losses.missing = Int(clamping: row.integer(at: 22))
        session.losses.unaccounted = Int(clamping: row.integer(at: 23))
        session.losses.repeated = Int(clamping: row.integer(at: 24))
        session.losses.shed = Int(clamping: row.integer(at: 25))
        (session.clockCorrection, session.isStartDoubtful) = (row.integer(at: 26), row.integer(at: 27) != 0)
        session.occupied = row.integer(at: 28)
    }

    /// Binds the row's values to the statement's parameters, from the second parameter on; the first is the directory.
    fileprivate func bind(to statement: Statement) throws(SQLiteFailure) {
        let numbers = [
            stamp.device, stamp.folder, stamp.changed, stamp.manifest, stamp.manifestSize, stamp.manifestChanged,
            stamp.derivedChanged, session.state == .finished ? 0 : 1,
        ]
        try statement.bind(session.name, at: 2)
        for (index, number) in numbers.enumerated() { try statement.bind(number, at: Int32(3 + index)) }
        try statement.bind(session.start, at: 11)
        let counts = [
            session.length, session.bytes, Int64(session.losses.dropped), Int64(session.gaps),
            Int64(session.unplayable),
            Int64(session.damagedLines),
        ]
        for (index, count) in counts.enumerated() { try statement.bind(count, at: Int32(12 + index)) }
        try statement.bind(SessionTable.text(session.outputs.map(\.rawValue)), at: 18)
        try statement.bind(session.title, at: 19)
        try statement.bind(SessionTable.text(session.marks), at: 20)
        try statement.bind(SessionTable.text(session.tags.tags), at: 21)
        try statement.bind(session.tags.rating.map(Int64.init), at: 22)
        try statement.bind(session.isBackedUp ? 1 : 0, at: 23)
        let losses = [
            session.losses.missing, session.losses.unaccounted, session.losses.repeated, session.losses.shed,
        ]
        for (index, count) in losses.enumerated() { try statement.bind(Int64(count), at: Int32(24 + index)) }
        try statement.bind(session.clockCorrection, at: 28)
        try statement.bind(session.isStartDoubtful ? 1 : 0, at: 29)
        try statement.bind(session.occupied, at: 30)
    }
}
