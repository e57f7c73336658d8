import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The program at a terminal, as a user sees it.
    @Suite(.serialized) struct Terminals {
        private static let pipeline = """
            cameras:
              back: {device: test, size: 320x180, rate: 15}
              front: {device: test, size: 320x180, rate: 15}
            microphone: test
            combined: {layout: pip, size: 320x180, rate: 15}
            budget: {enforce: off}
            """

        private static func session(_ folder: TemporaryFolder, _ words: String...) throws -> TerminalSession {
            folder.write(pipeline, to: "pipeline.yaml")
            let keys = TestHome.variables + ["PATH", "LD_LIBRARY_PATH", "GST_PLUGIN_PATH", "GST_REGISTRY"]
            var environment = TestHome.environment(sockets: folder.path).filter { keys.contains($0.key) }
            environment["TERM"] = "xterm"
            environment["NO_COLOR"] = "1"
            environment["SWIFT_BACKTRACE"] = "enable=no"
            let run = ["cd \(folder.path) && exec \"$0\" \"$@\"", Tool.dualcam]
            let command = words.isEmpty ? ["run"] : words
            return try TerminalSession(
                "/bin/sh", ["-c"] + run + command + ["pipeline.yaml", "--output", folder.path + "/v"],
                environment: environment)
        }

        /// True while the recording reads single keys without echo.
        private static func hearsKeys(_ terminal: TerminalSession) -> Bool {
            terminal.modes & UInt32(ICANON | ECHO) == 0 && isRecording(terminal.output)
        }

        /// True once a second has been recorded; a busy machine may skip the display of one.
        private static func isRecording(_ output: some StringProtocol) -> Bool {
            String(output).contains(/recording 0:(0[1-9]|[1-5])/)
        }

        /// Returns the status lines so far.
        private static func status(_ output: String) -> [Substring] {
            output.split(whereSeparator: \.isNewline).filter { $0.contains("recording 0:") }.map { $0.dropFirst(3) }
        }

        @Test func keysPauseMarkTakeSnapshotsAndEnd() async throws {
            let folder = try #require(TemporaryFolder())
            let terminal = try Self.session(folder)
            let before = terminal.modes
            #expect(await terminal.until(Self.hearsKeys))
            // Arrow keys, keys with Alt and unassigned keys have no effect.
            terminal.type("\u{1B}[1;5q\u{1B}Oq\u{1B}qQz?m")
            #expect(await terminal.until { $0.output.contains("dualcam: marked") })
            #expect(terminal.output.contains("dualcam: keys: space pauses and resumes, m marks, "))
            terminal.type(" ")
            #expect(await terminal.until { $0.output.contains("PAUSED") })
            terminal.type(" s")
            // The snapshot may be reported before the recording continues.
            #expect(await terminal.until { $0.output.contains("dualcam: snapshot: combined_") })
            #expect(await terminal.until { $0.output.contains("dualcam: recording again") })
            terminal.resize(columns: 30)
            #expect(await terminal.until { Self.status($0.output).last.map { $0.count < 30 } ?? false })
            terminal.type("q")
            #expect(await terminal.end() == 0)
            let shown = terminal.output
            #expect(shown.contains("3 files, 0:") && shown.hasSuffix(", nothing lost: proven\r\n"), "\(shown)")
            #expect(folder.contents.contains { $0.hasPrefix("combined_") && $0.hasSuffix(".jpg") })
            #expect(terminal.modes == before)
            #expect(Self.status(shown).allSatisfy { $0.count < 100 })
        }

        /// Every signal except SIGKILL restores the terminal's modes.
        @Test(arguments: [SIGINT, SIGTERM, SIGQUIT, SIGSEGV])
        func aTerminalIsGivenBackAsItWas(signal: Int32) async throws {
            let folder = try #require(TemporaryFolder())
            let terminal = try Self.session(folder)
            let before = terminal.modes
            #expect(await terminal.until(Self.hearsKeys))
            kill(terminal.process, signal)
            #expect(await terminal.end() == ([SIGINT, SIGTERM].contains(signal) ? 0 : -signal))
            #expect(terminal.modes == before)
        }

        /// Keys work again after the worker has crashed and was replaced.
        @Test func keysOutliveTheProcessThatRecords() async throws {
            let folder = try #require(TemporaryFolder())
            let terminal = try Self.session(folder)
            #expect(await terminal.until(Self.hearsKeys))
            for child in Child(identifier: terminal.process).children { child.send(SIGKILL) }
            #expect(
                await terminal.until { terminal in
                    let parts = terminal.output.split(separator: "recording goes on after a gap")
                    return parts.count == 2 && Self.isRecording(parts[1])
                })
            terminal.type("m")
            #expect(await terminal.until { $0.output.contains("dualcam: marked") })
            terminal.type("q")
            let code = await terminal.end()
            #expect(code == 0, "\(terminal.output)")
            #expect(terminal.output.contains("accounted for: nothing was recorded for "))
        }

        @Test func aTakeBeginsAndEndsByAKey() async throws {
            let folder = try #require(TemporaryFolder())
            let terminal = try Self.session(folder, "serve")
            #expect(await terminal.until { $0.output.contains("STANDBY") && $0.modes & UInt32(ICANON) == 0 })
            terminal.type("r")
            #expect(await terminal.until { Self.isRecording($0.output) })
            terminal.type("r")
            #expect(await terminal.until { $0.output.contains("nothing lost: proven") })
            terminal.type("q")
            #expect(await terminal.end() == 0)
        }
    }
}
