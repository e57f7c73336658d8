import DualCamTestKit
import Foundation
import Testing

/// A virtual machine is switched off while it records; `Scripts/power-cut` judges what its disk holds.
@Suite(.serialized, .enabled(if: CameraMachine.isPossible), .tags(.emulatedMachine))
struct PowerCutTests {
    /// A boot and ten seconds of recording take 45 s, and longer on a busy machine.
    @Test(.timeLimit(.minutes(20)), arguments: ["mov", "mkv"])
    func aPowerCutCostsASecondAtMost(container: String) async throws {
        let cut = Tool.root.appending(path: "Scripts/power-cut").path
        let finished = try await Tool.run(cut, [container, "--dualcam", Tool.dualcam], patience: 1000)
        print(finished.text)
        #expect(finished.code == 0, "\(finished.text)\(finished.errors)")
    }
}
