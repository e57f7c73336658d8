import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamCommands

/// The tables of options in the documents. `DUALCAM_WRITE_TABLES=1 Scripts/test --filter OptionTableTests` writes them
/// again.
@Suite struct OptionTableTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Documentation")

    /// The commands whose options are documented in a table of their own.
    private static let commands = [
        "backup", "compose", "dub", "export", "publish", "sessions", "stabilise", "stills", "timeline", "trim",
    ]

    /// Returns a document's text with its tables of options generated again, and the commands to which they belong.
    private static func generated(_ text: String) throws -> (text: String, commands: [String]) {
        var commands: [String] = []
        var parts = text.components(separatedBy: "<!-- options of ")
        for index in parts.indices.dropFirst() {
            let name = String(parts[index].prefix { $0 != " " })
            let rest = try #require(parts[index].range(of: "<!-- end -->"), "\(name) has no end")
            let table = OptionTable.markdown(of: try Invocation.usage(of: name))
            parts[index] = "\(name) -->\n\(table)\n" + parts[index][rest.lowerBound...]
            commands.append(name)
        }
        return (parts.joined(separator: "<!-- options of "), commands)
    }

    @Test func theDocumentsHaveTheTablesOfTheDeclarations() throws {
        var found: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix(".md") {
            let path = Self.folder.appending(path: name)
            let text = try String(contentsOf: path, encoding: .utf8)
            let wanted = try Self.generated(text)
            found += wanted.commands
            if ProcessInfo.processInfo.environment["DUALCAM_WRITE_TABLES"] != nil {
                try wanted.text.write(to: path, atomically: true, encoding: .utf8)
            }
            let isCurrent = text == wanted.text
            #expect(isCurrent, "Documentation/\(name): see OptionTableTests")
        }
        #expect(found.sorted() == Self.commands)
    }

    @Test func aTableHasALineForEachOption() {
        let usage = CommandUsage(
            program: "dualcam", name: "wind-filter", summary: "", discussion: "", parameters: [],
            options: [
                ArgumentUsage(name: "edges", placeholder: "WORD", summary: "zoom|fill", accepted: "<any>"),
                ArgumentUsage(name: "cut", placeholder: "FROM..TO", summary: "remove this part", repeats: true),
            ], examples: [])
        #expect(
            OptionTable.markdown(of: usage) == """
                | Option | What it does |
                |---|---|
                | `--edges WORD` | zoom\\|fill (&lt;any>) |
                | `--cut FROM..TO` | remove this part (may be repeated) |
                """)
    }
}
