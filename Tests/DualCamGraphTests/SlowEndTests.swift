import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// The end of a recording whose camera has its next frame much later.
@Suite(.tags(.process)) struct SlowEndTests {
    init() throws { try MachineProbe.prepare() }

    /// The first frame lasts beyond the end, so no frame of the recording is still to come. The end must not depend on
    /// the graph being seen idle, so nothing reads its statistics here.
    @Test(.timeLimit(.minutes(1))) func theEndDoesNotWaitForTheNextFrame() async throws {
        let folder = try #require(TemporaryFolder())
        let plan = try GraphBench.plan { pipeline in
            (pipeline.combined, pipeline.microphone) = (nil, nil)
            pipeline.cameras.removeLast()
            pipeline.cameras[0].rate = FrameRate(1, 300)
        }
        let graph = try RecordingPipeline(plan: plan)
        try await graph.start(files: GraphBench.files(plan, in: folder.path))
        var files = [FileSummary]()
        for await event in graph.events {
            switch event {
            case .recording:
                try await graph.apply(.stop(at: nil))
                try await graph.apply(.abandonStalledInputs)
            case .fileFinished(let file):
                files.append(file)
                try await graph.close(within: .seconds(5))
            default: break
            }
        }
        #expect(files.map(\.frames) == [1])
    }
}
