import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The worker, or the worker and its supervisor, is killed while it records; `Scripts/torture` judges what is left.
    @Suite(.onlyOnce) struct TortureTests {
        /// Recording goes on within 2 s on a free machine; three at a time on two busy cores are given 5.
        private static let restartLimit = "5"

        /// Each of three kinds of kill in each of three containers, three at a time.
        @Test(.timeLimit(.minutes(4))) func nothingIsLostBeyondASecond() async throws {
            let torture = Tool.root.appending(path: "Scripts/torture").path
            let finished = try await Tool.run(
                torture,
                ["--rounds", "9", "--parallel", "3", "--max-restart", Self.restartLimit, "--dualcam", Tool.dualcam],
                patience: 230)
            print(finished.text)
            #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
        }
    }
}
