import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The recording order for a worker, the first line that its supervisor sends.
struct WorkerOrder: Codable, Sendable, Equatable {
    /// The pipeline file, and what is over it.
    var request: PipelineRequest
    var json = false
    var quiet = false
    var log: LogStyle?
    /// True when the worker stands by between takes.
    var serves = false
    /// The first take begins at once.
    var records = false
    /// The folder of a session that is to go on; `nil` begins one.
    var resume: String?
    /// The continuation of a recording whose session's folder was lost.
    var continuation: Relocation.Continuation?
    /// Recording processes that followed a lost one, until this one.
    var restarts = 0

    /// Something has been recorded before.
    var goesOn: Bool { resume != nil || continuation != nil }
}

/// The pipeline file of a command and what its command line changes in it.
struct PipelineRequest: Codable, Sendable, Equatable {
    var file: String
    var settings: [Setting]
    var simulate: Bool
    /// The settings that were changed while it ran, over everything else.
    var directed: [Setting] = []
    /// The microphones that had been muted, by name.
    var muted: Set<String> = []
    /// The time (UTC) at which dualcam wrote the file by itself, for what it found as it was started; `nil`: somebody else did.
    var drafted: String?

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
