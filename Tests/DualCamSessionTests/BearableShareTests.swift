import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Policy: how much of its frames an encoder has shown to bear")
struct BearableShareTests {
    private typealias Row = (out: Int, isCombined: Bool, steps: [String])
    /// The number of frames that leave the encoder of every 8, and the shedding steps that follow.
    private static let rows: [Row] = [
        (6, false, ["isolated-rate 2/3"]), (4, false, ["isolated-rate 2/3", "isolated-rate 1/2", "isolated-rate 1/3"]),
        (2, false, ["2/3", "1/2", "1/3"].map { "isolated-rate \($0)" }),
        (0, false, ["2/3", "1/2", "1/3"].map { "isolated-rate \($0)" }),
        (6, true, ["combined-rate 2/3"]),
        (
            3, true,
            ["2/3", "1/2", "1/3"].flatMap { ["combined-rate \($0)"] }
                + ["2/3", "1/2", "1/3"].map { "isolated-rate \($0)" }
        ),
    ]

    @Test(arguments: rows) private func `all fall at once to the share that the cameras' encoders have shown to bear`(
        row: Row
    ) {
        var policy = LoadPolicy(Budget())
        let ground = LoadPolicy.Ground(active: row.isCombined ? [back, .combined] : [back])
        for quarter in 1...10 {
            let branch = GraphStatistics.Branch(
                output: back, framesIn: 8 * quarter, framesOut: row.out * quarter, queue: quarter < 9 ? 0.4 : 0.8)
            let actions = policy.observe(.queues([branch]), on: ground, at: .milliseconds(250 * quarter))
            let steps = actions.map { if case .shed(let step, .queue) = $0 { LoadScene.words(step) } else { "?" } }
            #expect(steps == (quarter < 10 ? [] : row.steps))
        }
    }

    @Test func `a queue that empties needs no further step`() {
        var policy = LoadPolicy(Budget())
        func see(_ level: Double, _ framesOut: Int, _ quarter: Int) -> [LoadPolicy.Action] {
            let branch = GraphStatistics.Branch(
                output: back, framesIn: 8 * quarter, framesOut: framesOut, queue: level)
            return policy.observe(.queues([branch]), on: .init(), at: .milliseconds(250 * quarter))
        }
        #expect(see(0, 74, 10) == [])
        #expect(see(0.8, 150, 20) == [])
        #expect(see(0.9, 156, 21) == [.shed(LoadStep(word: .combinedRate, share: .twoThirds), .queue)])
        #expect(see(0.8, 166, 22) == [])
        #expect(see(0.9, 172, 23) == [.shed(LoadStep(word: .combinedRate, share: .half), .queue)])
    }
}
