import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

@Suite(.serialized, .onceMore, .tags(.realTime)) struct LossReportTests {
    init() throws { try MachineProbe.prepare() }

    /// Frames that never reach the mixer: each is a combined frame in which the picture before it is seen again.
    @Test(.timeLimit(.minutes(1))) func everyRepeatedPictureIsTold() async throws {
        let folder = try #require(TemporaryFolder())
        let plan = try GraphBench.plan { $0.recording.outputs = [.combined] }
        let graph = try RecordingPipeline(plan: plan)
        try await graph.start(files: GraphBench.files(plan, in: folder.path))
        var told: [BranchID: Int] = [:]
        for await event in graph.events {
            switch event {
            case .recording(let at, _, _, _):
                let counter = Lock(0)
                try await graph.live.pad(PadReference("combined.input-back", "src")).addProbe(.buffers) { _ in
                    counter.with { number in
                        number += 1
                        return (10..<15).contains(number) || number == 30 ? .drop : .pass
                    }
                }
                try await graph.apply(.stop(at: at + .seconds(2)))
            case .repeated(let branch, let count, _): told[branch, default: 0] += count
            case .fileFinished: try await graph.close(within: .seconds(5))
            default: break
            }
        }
        // A mixer that began one frame late has the first hole filled by one frame less.
        #expect(told.keys.map(\.rawValue) == ["combined.input.back"])
        #expect((5...6).contains(told.values.first ?? 0), "\(told)")
    }
}
