import DualCamConfig
import DualCamPlan

@testable import DualCamRecordings
@testable import DualCamSession

extension Scenario {
    /// Returns the session order that a worker's `Take` would create from the pipeline file, at a time in Unix
    /// nanoseconds.
    func order(at wall: Int64) throws -> SessionOrder {
        let description = SessionDescription(version: "simulated", name: pipeline.name, host: "desk", pipeline: file)
        var order = try SessionOrder(pipeline, longestFile: nil, description: description, time: WallTime.utc(wall))
        order.settings.isSupervised = true
        order.pipeline = pipeline
        order.directed = Directed(pipeline: pipeline)
        order.slowedByPreset = Set(outputs)
        order.rates = Dictionary(uniqueKeysWithValues: outputs.map { ($0, rate) })
        return order
    }
}
