import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// Commands to a process that is killed before it answers.
@Suite struct LostProcessTests {
    private static func run(_ line: String, in folder: RuntimeFolder) async -> TestRun {
        let words = line.split(separator: " ").map(String.init)
        return await TestRun.of(words, files: DiskView(), environment: folder.environment, in: folder.path)
    }

    /// The result of the command is then unknown; the message must not blame another version.
    @Test func aLostProcessIsNotTakenForAnotherVersion() async throws {
        let folder = RuntimeFolder()
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .none }
        defer { server.close() }
        for line in ["swap", "mark hello", "stop"] {
            let run = await Self.run(line, in: folder)
            #expect(run.exitCode == .unavailable)
            #expect(
                run.errors.text == """
                    dualcam: error: the recording pip (process 77) lost its process before it answered. \
                    A new process continues. Check with 'dualcam status' whether the command took effect, and try again.

                    """)
        }
        #expect(server.asked.count == 3)
    }

    /// A question is sent again to the process that replaces the killed one.
    @Test(arguments: ["status", "status --json", "status --settings"])
    func whatOnlyAsksIsAskedAgain(line: String) async throws {
        let (folder, losses) = (RuntimeFolder(), Lock(2))
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in
            let isLost = losses.with { count in
                count -= 1
                return count >= 0
            }
            return isLost ? .none : .init(body: #"{"name":"pip","phase":"standby","settings":[]}"#)
        }
        defer { server.close() }
        let run = await Self.run(line, in: folder)
        #expect(run.exitCode == .finished && run.errors.text == "", "\(run.errors.text)")
        #expect(server.asked == Array(repeating: "GET /api/v1/state", count: 3))
    }
}
