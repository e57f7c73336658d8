import DualCamConfig
import DualCamSession

/// The pipeline file of a command and what its command line changes in it.
struct PipelineRequest: Codable, Sendable, Equatable {
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
    /// The same recording without any device: every camera becomes a scene and every microphone a voice. One that is a test
    /// already stays as it is.
    func simulated() -> Pipeline {
        var pipeline = self
        for index in pipeline.cameras.indices {
            if case .test = pipeline.cameras[index].device { continue }
            pipeline.cameras[index].controls = []
            pipeline.cameras[index].device = .test(pattern: .scene)
        }
        for index in pipeline.microphones.indices where pipeline.microphones[index].device != .test {
            pipeline.microphones[index].device = .voice
        }
        return pipeline
    }
}
