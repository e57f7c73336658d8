import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Policy: a disk that takes nothing")
struct DiskPauseTests {
    /// From the fifth to the twelfth second, no frame leaves the encoder, or one every quarter of a second.
    @Test(arguments: [
        (0, [LoadPolicy.Action.heldUp(back)]), (1, [.shed(LoadStep(word: .combinedRate, share: .twoThirds), .queue)]),
    ])
    func `a disk that pauses is told and sheds nothing, one that is slow sheds`(
        comes: Int, actions: [LoadPolicy.Action]
    ) {
        var policy = LoadPolicy(Budget())
        var framesOut = 0
        let told = (1...80).flatMap { quarter -> [LoadPolicy.Action] in
            let isHeldUp = (20..<48).contains(quarter)
            framesOut = isHeldUp ? framesOut + comes : 8 * quarter
            let branch = GraphStatistics.Branch(
                output: back, framesIn: 8 * quarter, framesOut: framesOut, queue: isHeldUp ? 1 : 0, isHeldUp: isHeldUp)
            return policy.observe(.queues([branch]), on: .init(), at: .milliseconds(250 * quarter))
        }
        #expect(Array(told.prefix(1)) == actions && (comes > 0 || told.count == 1), "\(told)")
    }
}
