import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamSession

/// The end of a recording on a slow machine must not be taken for a hang.
@Suite struct FinishWatchTests {
    private static let outputs = [back, OutputName("front")]

    private func statistics(
        frames: [Int] = [0, 0], bytes: [Int64] = [0, 0], encoded: [Int] = [0, 0], waiting: [Int] = [0, 0]
    ) -> GraphStatistics {
        GraphStatistics(
            now: nil,
            outputs: Self.outputs.indices.map {
                .init(name: Self.outputs[$0], frames: frames[$0], dropped: 0, bytes: bytes[$0])
            },
            branches: Self.outputs.indices.map {
                var branch = GraphStatistics.Branch(
                    output: Self.outputs[$0], framesIn: 900, framesOut: encoded[$0], queue: 0)
                branch.waiting = waiting[$0]
                return branch
            })
    }

    /// A written frame, an encoded frame and a written byte each count as progress.
    @Test func anyCountIsProgress() {
        var watch = FinishWatch(at: .zero)
        #expect(watch.observe(statistics()) == false)
        #expect(watch.observe(statistics()) == false)
        #expect(watch.observe(statistics(bytes: [0, 1])) == true)
        #expect(watch.observe(statistics(frames: [0, 1], bytes: [0, 1])) == true)
        #expect(watch.observe(statistics(frames: [0, 1], bytes: [0, 1], encoded: [1, 0])) == true)
        #expect(watch.observe(statistics(frames: [0, 1], bytes: [0, 1], encoded: [1, 0])) == false)
    }

    /// Nothing is reported within the first second, about finished outputs, or more than once a second.
    @Test func framesAreToldOfOutputsThatAreLate() {
        var watch = FinishWatch(at: .seconds(10))
        let statistics = statistics(waiting: [7, 30])
        #expect(watch.framesToTell(statistics, of: Self.outputs, at: .milliseconds(10_900)) == nil)
        #expect(watch.framesToTell(statistics, of: Self.outputs, at: .seconds(11)) == 37)
        #expect(watch.framesToTell(statistics, of: Self.outputs, at: .milliseconds(11_900)) == nil)
        #expect(watch.framesToTell(statistics, of: [back], at: .milliseconds(12_100)) == 7)
        #expect(watch.framesToTell(statistics, of: [], at: .seconds(14)) == nil)
    }
}
