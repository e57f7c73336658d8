import DualCamConfig
import DualCamPlan

/// Where the commands meet the modules that do the work.
enum Wiring {
    static let unfinished = CommandFailure(.fault, "this build cannot do that yet")

    static var gstreamerVersion: String { "1.22" }

    /// Throws a failure with `ExitCode.pipelineFile` that lists every problem.
    static func load(_ found: PipelineSearch.Found, settings: [Setting], in place: Workplace) throws(CommandFailure)
        -> Pipeline
    {
        throw unfinished
    }

    static func prepare(in place: Workplace) async throws(CommandFailure) { throw unfinished }

    static func devices() async throws(CommandFailure) -> [DeviceFacts] { throw unfinished }

    static func encoders() async throws(CommandFailure) -> [EncoderReport] { throw unfinished }

    static func plan(_ arguments: PipelineArguments, in place: Workplace) async throws(CommandFailure)
        -> PlannedRecording
    {
        throw unfinished
    }

    static func record(
        _ arguments: PipelineArguments, json: Bool, quiet: Bool, in place: Workplace
    ) async throws(CommandFailure) -> ExitCode {
        throw unfinished
    }
}

/// A pipeline file after planning.
struct PlannedRecording {
    var pipeline: Pipeline
    var graph: GraphPlan
    var launchLine: String { "" }
    var dot: String { "" }
}

extension PlanReport {
    init(_ planned: PlannedRecording) {
        self.init(
            name: planned.pipeline.name, cost: Cost(total: 0, cpu: Cost.CPU(cores: 0)), bytesPerHour: 0, cameras: [],
            outputs: [],
            elements: [], branches: [], notes: [])
    }
}
