import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess

/// The schema of the commands, compared with the command line and the documents.
@Suite struct CommandSchemaTests {
    /// Splits a line into words as a shell does, without escapes.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }

    @Test(arguments: DirectingVerb.all.map(\.word))
    func everyVerbHasTwoExamplesThatAreAccepted(word: String) async throws {
        let verb = try #require(DirectingVerb.all.first { $0.word == word })
        #expect(Set(verb.verb.examples).count == 2)
        for line in verb.verb.examples {
            let parsed = try Invocation.parse(Self.words(line))
            if parsed is StopCommand, word == "stop" { continue }
            let command = try #require(parsed as? DirectCommand, "\(line)")
            #expect(command.verb.word == word)
            #expect(try command.command(in: "/home/me").name == verb.schema.name)
        }
    }

    @Test(arguments: [StatusCommand.usage, SnapshotCommand.usage])
    func theOthersHaveExamplesToo(usage: CommandUsage) throws {
        #expect(usage.examples.count == 2)
        for line in usage.examples { _ = try Invocation.parse(Self.words(line)) }
    }

    @Test func helpTellsValuesUnitsRangesAndExamples() async {
        let page = """
            dualcam zoom: set the zoom of a camera

            Usage: dualcam zoom CAMERA [FACTOR] [options]

            Arguments:
              CAMERA  the camera
              FACTOR  the zoom factor (0.5 ... 10)

            Options:
              --preset PRESET  a zoom preset of the camera
              --x X            the centre, measured from the left (0% ... 100%)
              --y Y            the centre, measured from the top (0% ... 100%)
              --rate RATE      the speed (0.05 ... 20 octaves a second)
              --over OVER      the length of the change (40ms ... 10s, or off)
              --easing EASING  the easing of the change (linear, ease-in, ease-out,
                               ease-in-out, spring)
              --session NAME   select a recording by its name or process id
              --json           print the answer as a JSON object
              -h, --help       print this page

            Examples:
              dualcam zoom back 2 --over 1s
              dualcam zoom back --preset tight --rate 0.5

            Prints the running time of the recording at which the change takes effect.

            """
        for words in [["help", "zoom"], ["zoom", "--help"]] {
            #expect(await TestRun.of(words).output.text.hasPrefix(page))
        }
    }

    /// The table of commands in the documents agrees with the schema.
    @Test func theDocumentsTellTheSchema() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Documentation/commands.md")
        let document = try String(contentsOf: path, encoding: .utf8)
        let rows = DirectingVerb.all.map(Self.row)
        for row in rows { #expect(document.contains(row + "\n"), "Documentation/commands.md lacks: \(row)") }
        let table = document.components(separatedBy: "| Directs | What it does | Takes | As in |\n").last ?? ""
        #expect(table.split(separator: "\n").filter { $0.hasPrefix("| `") }.count == rows.count)
    }

    private static func row(_ verb: DirectingVerb) -> String {
        let positions = verb.byPosition.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" }
        let takes = verb.given.compactMap { parameter -> String? in
            let isNamed = !parameter.isPositional
            guard isNamed || !parameter.accepted.isEmpty else { return nil }
            let name = !isNamed ? parameter.placeholder : "--" + parameter.name
            let values = parameter.isSwitch ? "or `--off`" : parameter.accepted
            return "`\(name)`" + (values.isEmpty ? "" : " \(values)")
        }
        let examples = verb.verb.examples.map { "`dualcam \($0)`" }.joined(separator: ", ")
        let usage = ([verb.word] + positions).joined(separator: " ")
        return "| `\(usage)` | \(verb.verb.summary) | \(takes.joined(separator: "; ")) | \(examples) |"
    }
}
