import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Five minutes of recording in half a minute; the long test is `Tests/Tools/soak --hours 24`.
    @Suite(.onlyOnce) struct SoakTests {
        /// Memory grows by up to 10 MB in so short a recording, because picture pools and allocator arenas still fill
        /// on a busy machine. Open descriptors, and memory for a session's pictures (20 MB and more), would still be
        /// found.
        @Test(.timeLimit(.minutes(2))) func nothingGrowsAndEveryFrameIsAccountedFor() async throws {
            let soak = Tool.root.appending(path: "Tests/Tools/soak").path
            let arguments = [
                "--hours", "0.08", "--rate", "10", "--segment", "20s", "--growth", "15", "--dualcam", Tool.dualcam,
            ]
            let finished = try await Tool.run(soak, arguments)
            print(finished.text)
            #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
        }
    }
}
