import DualCamConfig
import DualCamRecordings
import Foundation
import Testing

@testable import DualCamCommands

/// Compares the table of events in the documents with the sources.
@Suite struct EventDocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the rows of the table: the names in the first column, and the whole row.
    private static func rows() throws -> [(names: Set<String>, text: Substring)] {
        let table = try text("Documentation/http-and-events.md").components(separatedBy: "| `event` |")[1]
        return table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let first = line.split(separator: "|")[0]
            return (Set(first.matches(of: /`([a-z-]+)`/).map { String($0.1) }), line)
        }
    }

    /// Returns the names of all events, with those that are only sent over the WebSocket.
    private static func events() -> Set<String> {
        Set(EventName.allCases.map(\.rawValue) + ["state", "levels", "job", "backups", "people"])
    }

    @Test func everyEventIsDocumentedAndNoOther() throws {
        let told = try Self.rows().reduce(into: Set<String>()) { $0.formUnion($1.names) }
        let events = Self.events()
        #expect(events.count > 30 && told == events, "\(told.symmetricDifference(events).sorted())")
    }

    /// Every key that the source's comments list for an event is documented.
    @Test func everyKeyIsDocumented() throws {
        let source = try Self.text("Sources/DualCamRecordings/Ledger/SessionEvent.swift")
        let comments = source.replacing(#/\n +/// /#, with: " ").components(separatedBy: "        case ")
        let rows = try Self.rows()
        var checked = 0
        for comment in comments {
            guard let kind = comment.firstMatch(of: /`([a-z-]+)`/),
                let keys = comment.firstMatch(of: /Keys?: (.*)/)?.1,
                let row = rows.first(where: { $0.names.contains(String(kind.1)) })
            else { continue }
            // Words in brackets are values or keys of a part. Every event has a running time.
            let own = keys.replacing(/\([^)]*\)/, with: "").split(separator: ";")[0].matches(of: /`([a-z-]+)`/)
            for key in own where key.1 != "running-time" {
                #expect(row.text.contains("`\(key.1)`"), "\(kind.1): \(key.1)")
                checked += 1
            }
        }
        #expect(checked > 40)
    }

    @Test func everyWarningIsDocumented() throws {
        let source = try Self.text("Sources/DualCamRecordings/Ledger/SessionEvent.swift")
        let codes = source.components(separatedBy: "enum WarningCode")[1]
        let words = codes.matches(of: /case (\w+)(?: = "([a-z-]+)")?/).map { String($0.2 ?? $0.1) }
        let row = try #require(try Self.rows().first { $0.names.contains("warning") }).text
        #expect(words.count > 15)
        for word in words { #expect(row.contains("`\(word)`"), "\(word)") }
    }
}
