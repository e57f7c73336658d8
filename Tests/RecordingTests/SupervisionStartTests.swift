import DualCamTestKit
import Foundation
import Testing

/// The processes of a recording that cannot begin.
@Suite(.serialized, .tags(.process)) struct SupervisionStartTests {
    @Test func aCameraThatIsMissingIsWaitedForUntilSomebodyEndsIt() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write(
            "cameras: {back: {device: /dev/video987}}\nmicrophone: none\nrecording: {missing-camera: wait}\n",
            to: "wait.yaml")
        let lines = Lock([String]())
        let command = [
            "-c", "exec \"$0\" \"$@\" 2>&1", Tool.dualcam, "run", folder.path + "/wait.yaml", "--output",
            folder.path + "/out",
        ]
        let finished = try await Child.run("/bin/sh", command) { line, child in
            lines.with { $0.append(line) }
            if line.hasPrefix("dualcam: waiting: ") { child.send(SIGINT) }
        }
        #expect(finished.code == 0)
        let said = lines.with { $0 }
        #expect(said.count == 1 && said[0].hasPrefix("dualcam: waiting: camera back: "), "\(said)")
        #expect(folder.contents == ["wait.yaml"])
    }

    /// The worker is started before the supervisor knows its order. Without an order it ends without a message, and
    /// invalid data is refused.
    @Test(arguments: [
        ("", Int32(0), ""),
        (
            "junk", 64,
            "dualcam: error: 'dualcam worker' is an internal command of 'dualcam run'. Use 'dualcam run FILE'.\n"
        ),
    ])
    func aWorkerWithoutAnOrderEnds(order: String, code: Int32, text: String) async throws {
        let line = "printf '%s' \"$1\" | \"$0\" worker 3> >(cat >/dev/null)"
        let finished = try await Tool.run("/bin/bash", ["-c", line, Tool.dualcam, order])
        #expect(finished.code == code && finished.text.isEmpty && finished.errors == text, "\(finished)")
    }

    @Test func aRefusedStartLeavesNoWorker() async throws {
        // The brackets keep pgrep from finding the shell itself.
        let line = "\"$0\" run /nowhere/pip.yaml; pgrep -s 0 -c -f '[d]ualcam worker'"
        let finished = try await Tool.run("/usr/bin/setsid", ["--wait", "/bin/bash", "-c", line, Tool.dualcam])
        #expect(finished.text == "0\n", "\(finished)")
    }
}
