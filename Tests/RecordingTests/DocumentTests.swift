import DualCamTestKit
import Foundation
import Glibc
import Testing

/// Checks the documents: their links, pipeline files and commands.
@Suite struct DocumentTests {
    struct Document: Sendable, CustomTestStringConvertible {
        var path: String
        var text: String
        var testDescription: String { URL(filePath: path).lastPathComponent }

        /// Returns the fenced code blocks of a language.
        func blocks(_ language: String) -> [String] {
            text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        }

        /// The anchors of the document's headings, in GitHub's form.
        var anchors: Set<String> {
            Set(
                text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
                    let title = line.drop { $0 == "#" || $0 == " " }.lowercased()
                    return "#"
                        + title.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                        .replacing(" ", with: "-")
                })
        }
    }

    static let all: [Document] = ["", "Documentation"].flatMap { folder in
        let place = Tool.root.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
            let path = "\(place)/\(name)"
            return (try? String(contentsOfFile: path, encoding: .utf8)).map { Document(path: path, text: $0) }
        }
    }

    @Test(.tags(.process)) func theReadmeIsShort() throws {
        let readme = try #require(Self.all.first { $0.path.hasSuffix("/README.md") })
        #expect(readme.text.utf8.count <= 10_000)
        #expect(Self.all.count >= 15)
    }

    @Test(.tags(.process), arguments: all) func everyLinkLeadsSomewhere(_ document: Document) throws {
        let folder = URL(filePath: document.path).deletingLastPathComponent()
        for match in document.text.matches(of: /\]\(([^)\s#]*)(#[^)\s]*)?\)/) where !match.1.hasPrefix("http") {
            let target = match.1.isEmpty ? URL(filePath: document.path) : folder.appending(path: String(match.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(match.0)")
            guard let anchor = match.2 else { continue }
            let text = try String(contentsOf: target, encoding: .utf8)
            #expect(Document(path: target.path, text: text).anchors.contains(String(anchor)), "\(match.0)")
        }
    }

    /// A block without cameras is a fragment of a pipeline file; the test adds two cameras.
    @Test(.tags(.process), arguments: all.filter { !$0.blocks("yaml").isEmpty })
    func everyPipelineIsOne(_ document: Document) async throws {
        for block in document.blocks("yaml") {
            let folder = try #require(TemporaryFolder())
            let cameras = block.contains("cameras:") ? "" : "cameras: {back: auto, front: auto}\n"
            folder.write(cameras + block + "\n", to: "pipeline.yaml")
            for program in block.matches(of: /\.\/(\w+)/) {
                folder.write("", to: String(program.1))
                chmod(folder.path + "/" + program.1, 0o755)
            }
            let checked = try await Tool.run(Tool.dualcam, ["check", folder.path + "/pipeline.yaml"])
            // Example files, folders and addresses in the documents do not exist on this machine.
            let lacks = checked.errors.split(separator: "\n").filter { $0.contains(": error: ") }
            let isMissing = { (line: Substring) in
                ["control.t", "supervision.metrics", "recording.fallback", "backup.to", "publish.password-file"]
                    .contains {
                        line.contains(": error: " + $0)
                    }
            }
            #expect(checked.code == (lacks.isEmpty ? 0 : 69), "\(block)\n\(checked.errors)")
            #expect(lacks.allSatisfy(isMissing), "\(block)\n\(checked.errors)")
        }
    }

    @Test(.tags(.process)) func everyCommandThatIsNamedExists() async throws {
        let names = Set(
            Self.all.flatMap { document in
                document.text.matches(of: /(?:`|\$ |Scripts\/)dualcam ([a-z][a-z-]+)/).map { String($0.1) }
            })
        #expect(names.count > 20)
        // Commands that only dualcam itself starts have no manual page.
        for name in names.subtracting(["job", "worker"]).sorted() {
            let help = try await Tool.run(Tool.dualcam, ["help", name])
            #expect(help.code == 0, "dualcam \(name)")
        }
    }

    /// Runs the first commands of the README, as after cloning the repository, with the program that is already built.
    /// `Scripts/test`, which is one of them and runs this test, is not run again.
    @Test(.onceMore, .tags(.realTime)) func theFirstCommandsWork() async throws {
        let readme = try #require(Self.all.first { $0.path.hasSuffix("/README.md") })
        let lines = try #require(readme.blocks("sh").first).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("Scripts/test ") })
        let commands = lines.filter { !$0.hasPrefix("Scripts/test ") }.joined(separator: "\n")
            .replacing("Scripts/dualcam", with: Tool.dualcam)
        let home = try #require(TemporaryFolder())
        let environment = TestHome.environment(home: home.path)
        let done = try await Child.run(
            "/bin/bash", ["-euc", commands + "\n\(Tool.dualcam) audit ~/Videos/DualCam/*"], environment: environment)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.text.contains("Proven:"), "\(done.text)")
    }
}
