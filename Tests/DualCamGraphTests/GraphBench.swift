@testable import DualCamConfig
import DualCamPlan

@testable import DualCamDevices
@testable import DualCamGraph

/// Plans with small test cameras, and the results of their graphs.
enum GraphBench {
    /// Returns a plan with the cameras back and front, the test microphone and the combined picture.
    static func plan(_ change: (inout Pipeline) -> Void = { _ in }) throws -> GraphPlan {
        var pipeline = Pipeline(cameras: ["back", "front"].map { Camera(name: $0) })
        for index in pipeline.cameras.indices {
            pipeline.cameras[index].size = FrameSize(width: 320, height: 180)
            pipeline.cameras[index].device = .test(pattern: index == 0 ? .smpte : .ball)
        }
        pipeline.microphone?.device = .test
        pipeline.combined = Combined()
        pipeline.combined?.size = FrameSize(width: 640, height: 360)
        change(&pipeline)
        let inputs = try MachineProbe.resolve(pipeline)
        return try Planner.plan(
            PlannedInputs(
                pipeline: pipeline, cameras: inputs.cameras, microphones: inputs.microphones,
                machine: MachineProbe.facts()))
    }

    static func files(_ plan: GraphPlan, in folder: String) -> [FileRequest] {
        plan.outputs.map { FileRequest(output: $0.name, segment: 0, path: "\(folder)/\($0.name).mov") }
    }
}
