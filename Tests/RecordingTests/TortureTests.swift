import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The worker, or worker and supervisor, are killed during a recording; `Tests/Tools/torture` checks the result.
    @Suite(.onlyOnce) struct TortureTests {
        /// The time in seconds after which recording has to continue. It takes 2 s on an idle machine; here, three
        /// recordings share two busy cores.
        private static let restartLimit = "5"

        /// Three kinds of kill in each of three containers, three recordings at a time.
        @Test(.timeLimit(.minutes(4))) func nothingIsLostBeyondASecond() async throws {
            let torture = Tool.root.appending(path: "Tests/Tools/torture").path
            let finished = try await Tool.run(
                torture,
                ["--rounds", "9", "--parallel", "3", "--max-restart", Self.restartLimit, "--dualcam", Tool.dualcam],
                patience: 230)
            print(finished.text)
            #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
        }
    }
}
