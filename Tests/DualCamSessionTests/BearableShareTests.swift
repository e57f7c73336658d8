import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamSession

@Suite("Policy: how much of its frames an encoder has shown to bear")
struct BearableShareTests {
    /// Of 8 frames that come in a quarter of a second so many come out.
    @Test(
        arguments: [
            (6, [RateShare.twoThirds]), (4, [.twoThirds, .half]), (2, [.twoThirds, .half, .third, .quarter]),
            (1, [.twoThirds, .half, .third, .quarter, .sixth]),
        ] as [(Int, [RateShare])])
    func `what an encoder has shown to bear is found in one step`(out: Int, shares: [RateShare]) {
        var policy = LoadPolicy(Budget())
        let ground = LoadPolicy.Ground(active: [back])
        for quarter in 1...10 {
            let branch = GraphStatistics.Branch(
                output: back, framesIn: 8 * quarter, framesOut: out * quarter, queue: quarter < 9 ? 0.4 : 0.6)
            let actions = policy.observe(.queues([branch]), on: ground, at: .milliseconds(250 * quarter))
            #expect(
                actions == (quarter < 10 ? [] : shares.map { .shed(LoadStep(word: .isolatedRate, share: $0), .queue) }))
        }
    }

    @Test func `a queue that empties needs no further step`() {
        var policy = LoadPolicy(Budget())
        func see(_ level: Double, _ framesOut: Int, _ quarter: Int) -> [LoadPolicy.Action] {
            let branch = GraphStatistics.Branch(
                output: back, framesIn: 8 * quarter, framesOut: framesOut, queue: level)
            return policy.observe(.queues([branch]), on: .init(), at: .milliseconds(250 * quarter))
        }
        #expect(see(0, 5, 10) == [])
        #expect(see(0.8, 10, 20) == [])
        #expect(see(0.9, 16, 21) == [.shed(LoadStep(word: .combinedRate, share: .twoThirds), .queue)])
        #expect(see(0.8, 26, 22) == [])
        #expect(see(0.9, 32, 23) == [.shed(LoadStep(word: .combinedRate, share: .half), .queue)])
    }
}
