import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Several takes, one after the other, with the same open devices.
@Suite(.serialized, .tags(.process)) struct StandbyPipelineTests {
    init() throws { try MachineProbe.prepare() }

    /// Stalled inputs of a take are ended in the background, perhaps late. This must not end the inputs of the next
    /// take, which have delivered nothing yet either.
    @Test(.timeLimit(.minutes(1))) func aTakeEndsNothingOfTheNext() async throws {
        let folder = try #require(TemporaryFolder())
        // No combined picture, because its encoder may be idle for so long on a busy machine.
        let plan = try GraphBench.plan { $0.recording.outputs = [OutputName("back"), OutputName("front")] }
        let graph = try StandbyPipeline(plan: plan)
        var former: (any RecordingGraph)?
        for number in 1...4 {
            let take = await graph.lease().graph
            if number == 1 { try await take.standBy() }
            try await former?.apply(.abandonStalledInputs)
            try await take.start(
                files: plan.outputs.map {
                    FileRequest(output: $0.name, segment: 0, path: "\(folder.path)/\(number)-\($0.name).mov")
                })
            let frames = try await Self.recordHalfASecond(take)
            #expect(frames.count == 2 && frames.allSatisfy { $0 > 0 }, "take \(number): \(frames)")
            try await take.close(within: .seconds(5))
            former = take
        }
        try await graph.close(within: .seconds(5))
    }

    /// Takes that wait get the graph in turn. A take that has returned the graph gets no picture of the next one.
    @Test(.timeLimit(.minutes(1))) func everyTakeThatWaitsGetsTheGraph() async throws {
        let graph = try StandbyPipeline(plan: try GraphBench.plan())
        let first = await graph.lease().graph
        try await first.standBy()
        let (given, giving) = AsyncStream.makeStream(of: Int.self)
        let takes = (1...3).map { number in
            Task {
                let take = await graph.lease().graph
                giving.yield(number)
                return take
            }
        }
        try await first.close(within: .seconds(5))
        var order: [Int] = []
        for await number in given {
            order.append(number)
            await #expect(throws: GraphFailure.notRunning) { _ = try await first.direct(.pause) }
            await #expect(throws: GraphFailure.notRunning) { _ = try await first.preview(Self.back) }
            await #expect(throws: GraphFailure.notRunning) {
                _ = try await first.snapshot(of: OutputName("back"), as: .png)
            }
            try await takes[number - 1].value.close(within: .seconds(5))
            if order.count == takes.count { break }
        }
        #expect(order.sorted() == [1, 2, 3])
        try await graph.close(within: .seconds(5))
    }

    private static let back = PreviewRequest(.camera(InputName("back")), width: .small)

    /// Records half a second and returns the number of frames in each file.
    private static func recordHalfASecond(_ take: any RecordingGraph) async throws -> [Int] {
        var frames: [Int] = []
        for await event in take.events {
            switch event {
            case .recording(let at, _, _, _): try await take.apply(.stop(at: at + .milliseconds(500)))
            case .fileFinished(let file):
                if frames.isEmpty { try await take.apply(.abandonStalledInputs) }
                frames.append(file.frames)
            case .failed(let failure): Issue.record("\(failure)")
            default: break
            }
            if frames.count == 2 { break }
        }
        return frames
    }
}
