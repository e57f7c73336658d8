import Glibc
import Testing

@testable import DualCamCommands

/// Processes whose output is read, by a shell in the program's place.
@Suite struct ChildProcessTests {
    private func run(_ script: String, ending: Int32, hearing: (inout [UInt8]) -> Bool) throws -> (
        code: Int32, output: [UInt8]
    ) {
        try ChildProcess.output(
            of: "/bin/sh", ["-c", script], environment: [:], within: .seconds(60), ending: ending, hearing: hearing)
    }

    /// One that is told to end may do what it has to; one that does not listen is killed.
    @Test(
        arguments: [
            ("trap 'exit 3' TERM; echo begun; while :; do :; done", SIGTERM, 3),
            ("trap '' TERM; echo begun; while :; do :; done", SIGTERM, -SIGKILL),
            ("trap 'exit 3' TERM; echo begun; while :; do :; done", SIGKILL, -SIGKILL),
        ] as [(String, Int32, Int32)])
    func nobodyWantsIt(script: String, ending: Int32, code: Int32) throws {
        #expect(try run(script, ending: ending) { $0.isEmpty }.code == code)
    }
}
