import DualCamConfig
import DualCamSession

/// The pipeline file of a command and what its command line changes in it.
struct PipelineRequest: Sendable {
    var file: String
    var settings: [Setting]
    var simulate: Bool
    /// What was set while it ran, over everything else.
    var directed: [Setting] = []
    /// The microphones that had been muted, by name.
    var muted: Set<String> = []

    /// As `PipelineLoader` takes them.
    var overrides: [String] { settings.map(\.override) }
}

extension Pipeline {
    /// The same recording without any device: every camera and every microphone becomes `test`. A camera that is a test
    /// pattern already keeps it.
    func simulated() -> Pipeline {
        var pipeline = self
        // The patterns can be told apart at a glance, and are cheap to draw.
        let patterns: [TestPattern] = [.smpte, .ball, .checkers, .gradient]
        for index in pipeline.cameras.indices {
            if case .test = pipeline.cameras[index].device { continue }
            pipeline.cameras[index].controls = []
            pipeline.cameras[index].device = .test(pattern: patterns[index % patterns.count])
        }
        for index in pipeline.microphones.indices { pipeline.microphones[index].device = .test }
        return pipeline
    }
}
