import DualCamTestKit
import Foundation
import Testing

/// A virtual machine records, and `Tests/Tools/power-cut` checks what its disk would hold after power cuts at random
/// moments.
@Suite(.serialized, .enabled(if: CameraMachine.isPossible), .tags(.emulatedMachine))
struct PowerCutTests {
    /// A boot and two recordings of eight seconds take 50 s, more on a busy machine; ten cuts of each take 15 s.
    @Test(.timeLimit(.minutes(20))) func aPowerCutCostsASecondAtMost() async throws {
        let cut = Tool.root.appending(path: "Tests/Tools/power-cut").path
        let finished = try await Tool.run(cut, ["--cuts", "10", "--dualcam", Tool.dualcam], patience: 1000)
        print(finished.text)
        #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
    }
}
