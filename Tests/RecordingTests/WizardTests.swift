import DualCamTestKit
import Foundation
import Testing

/// The questions of `dualcam init --wizard` at a terminal.
@Suite(.serialized, .tags(.process)) struct WizardTests {
    @Test func theWizardAsksFiveQuestions() async throws {
        let folder = try #require(TemporaryFolder())
        let run = ["cd \(folder.path) && exec \"$0\" \"$@\"", Tool.dualcam, "init", "own.yaml", "--wizard"]
        let terminal = try TerminalSession(
            "/bin/sh", ["-c"] + run,
            environment: TestHome.folders(folder.path, sockets: folder.path).merging(["PATH": "/usr/bin:/bin"]) {
                $1
            })
        for question in 1...5 {
            #expect(await terminal.until { $0.output.contains("\(question). ") && $0.output.hasSuffix("] ") })
            terminal.type(question == 1 ? "my take\n" : "\n")
        }
        #expect(await terminal.end() == 0)
        #expect(folder.text("own.yaml")?.contains("name: \"my take\"\n") == true, "\(terminal.output)")
    }
}
