package import DualCamConfig

extension PlanIssue {
    /// Creates the issue for a repeated clip that cannot be recorded without re-encoding.
    ///
    /// - Parameters:
    ///   - subject: the camera as text for the message, such as `camera back`.
    ///   - path: the key path of the encoder's setting `use`.
    init(passing subject: String, _ problem: ClipFacts.PassingProblem, _ path: String) {
        self.init(
            path, "the clip of \(subject) \(problem.words); it cannot be passed through over and over",
            hint: "write another encoder, or make the clip again: 'ffmpeg -i CLIP -c:v libx264 -bf 0 NEW.mp4'")
    }

    /// Returns the issue with a camera whose clip cannot be recorded without re-encoding although the pipeline requires
    /// it; `nil` if there is no such issue.
    package static func passing(_ camera: Camera, _ clip: ClipFacts, in pipeline: Pipeline) -> PlanIssue? {
        let output = OutputName(camera.name)
        guard let problem = clip.video?.passingProblem, pipeline.encoders.settings(for: output).use == "passthrough",
            pipeline.recording.outputs?.contains(output) ?? true
        else { return nil }
        let isOwn = pipeline.encoders.outputs[output]?.use != nil
        let path = isOwn ? "encoders.\(camera.name).use" : "encoders.default.use"
        return PlanIssue(passing: "camera \(camera.name)", problem, path)
    }
}
