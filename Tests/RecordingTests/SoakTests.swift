import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Five minutes of media in half a minute; `Scripts/soak --hours 24` is the long one.
    @Suite(.onlyOnce) struct SoakTests {
        /// So short a recording still warms up: pools of pictures and the allocator's arenas grow by up to 10 MB when the
        /// machine is busy. What is left open, and a session's worth of pictures (20 MB and more), shows all the same.
        @Test(.timeLimit(.minutes(2))) func nothingGrowsAndEveryFrameIsAccountedFor() async throws {
            let soak = Tool.root.appending(path: "Scripts/soak").path
            let arguments = [
                "--hours", "0.08", "--rate", "10", "--segment", "20s", "--growth", "15", "--dualcam", Tool.dualcam,
            ]
            let finished = try await Tool.run(soak, arguments)
            print(finished.text)
            #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
        }
    }
}
