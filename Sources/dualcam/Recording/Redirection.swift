import DualCamConfig
import DualCamPlan
import DualCamSession

extension PreparedRecording {
    /// The pipeline with what is set while it runs laid over it, judged by every check of the pipeline file.
    func redirect(in place: Workplace) -> @Sendable ([LiveSetting]) -> Result<Pipeline, ControlRefusal> {
        let context = LoadContext(
            environment: place.environment, home: place.environment["HOME", default: ""],
            encoders: EncoderCatalog.words)
        let (bytes, name, own) = (Array(loaded.text.utf8), loaded.name, request.overrides)
        let (isSimulated, machine) = (request.simulate, inputs.machine)
        return { settings in
            do throws(PipelineIssues) {
                let overrides = own + settings.map(\.override)
                let pipeline = try PipelineLoader.load(bytes, named: name, overrides: overrides, context: context)
                    .pipeline
                let whole = isSimulated ? pipeline.simulated() : pipeline
                let issues = Planner.issues(whole, on: machine)
                return issues.first.map { .failure(ControlRefusal($0)) } ?? .success(whole)
            } catch {
                return .failure(ControlRefusal(error))
            }
        }
    }
}
