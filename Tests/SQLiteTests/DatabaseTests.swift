import Foundation
import Testing

@testable import SQLite

@Suite struct DatabaseTests {
    /// A folder that is deleted with the value.
    private final class Folder {
        let path = NSTemporaryDirectory() + "dualcam-sqlite-" + UUID().uuidString
        var file: String { path + "/a.sqlite" }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func rows(of database: Database) throws -> [String] {
        let statement = try database.prepare("SELECT name, size FROM things ORDER BY size")
        var rows: [String] = []
        while try statement.step() {
            rows.append("\(statement.text(at: 0)) \(statement.isNull(at: 1) ? "none" : "\(statement.integer(at: 1))")")
        }
        return rows
    }

    private static func fill(_ database: Database, _ things: [(String, Int64?)]) throws {
        try database.execute("CREATE TABLE things(name TEXT, size INTEGER)")
        let statement = try database.prepare("INSERT INTO things VALUES(?, ?)")
        for (name, size) in things {
            try statement.bind(name, at: 1)
            try statement.bind(size, at: 2)
            try statement.run()
        }
    }

    @Test func valuesComeBackAsTheyWere() throws {
        let database = try Database(.memory)
        try Self.fill(database, [("", nil), ("a'\"\u{0}b", .max), ("🎥 é", .min)])
        #expect(try Self.rows(of: database) == [" none", "🎥 é \(Int64.min)", "a'\"\u{0}b \(Int64.max)"])
    }

    @Test func whatFailsInATransactionIsUndone() throws {
        let database = try Database(.memory)
        try Self.fill(database, [("a", 1)])
        #expect(throws: SQLiteFailure.self) {
            try database.transaction { () throws(SQLiteFailure) in
                try database.execute("DELETE FROM things")
                try database.execute("DELETE FROM nothing")
            }
        }
        #expect(try Self.rows(of: database) == ["a 1"])
    }

    /// A connection that had the damaged file open sees the new database too.
    @Test(arguments: [
        "",
        "no database, but a text that is longer than the head of one would be: \(String(repeating: "x", count: 9000))",
    ])
    func anyFileIsMadeEmptyInItsPlace(content: String) throws {
        let folder = try Folder()
        if !content.isEmpty { try Data(content.utf8).write(to: URL(filePath: folder.file)) }
        let one = try Database(.file(folder.file))
        if content.isEmpty {
            try Self.fill(one, [("a", 1)])
            try one.execute("PRAGMA user_version = 7")
            #expect(try one.version() == 7)
        } else {
            #expect(throws: SQLiteFailure.self) { try one.version() }
        }
        let other = try Database(.file(folder.file))
        try other.reset()
        try Self.fill(other, [("b", 2)])
        #expect(try Self.rows(of: one) == ["b 2"])
        #expect(try one.version() == 0)
    }

    @Test func failuresAreToldApart() throws {
        let folder = try Folder()
        func code(_ work: () throws(SQLiteFailure) -> Void) -> SQLiteFailure.Code? {
            do throws(SQLiteFailure) { try work() } catch { return error.code }
            return nil
        }
        #expect(code { () throws(SQLiteFailure) in _ = try Database(.file(folder.path)) } == .cannotOpen)
        let (one, other) = (
            try Database(.file(folder.file), patience: 0), try Database(.file(folder.file), patience: 0)
        )
        try one.execute("BEGIN EXCLUSIVE")
        #expect(code { () throws(SQLiteFailure) in try other.execute("CREATE TABLE a(b)") } == .busy)
        try one.execute("COMMIT")
        #expect(code { () throws(SQLiteFailure) in try one.execute("SELECT * FROM none") } == .mismatch)
        try Data("no database".utf8).write(to: URL(filePath: folder.file))
        #expect(code { () throws(SQLiteFailure) in try other.execute("CREATE TABLE a(b)") } == .damaged)
    }
}
