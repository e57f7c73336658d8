import Foundation
import Testing

extension Recordings {
    /// The worker, or the worker and its supervisor, is killed while it records; `Scripts/torture` judges what is left.
    @Suite(.disabled("there is no worker that could be killed, and nothing that recovers")) struct TortureTests {
        /// Half of the rounds kill the worker once or twice, and record on for a while: about 8 s each, five at a time.
        @Test(.timeLimit(.minutes(4))) func nothingIsLostBeyondASecond() async throws {
            let torture = Tool.root.appending(path: "Scripts/torture").path
            let finished = try await Tool.run(
                torture, ["--rounds", "50", "--dualcam", Tool.dualcam], patience: 230)
            print(finished.text)
            #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
        }
    }
}
