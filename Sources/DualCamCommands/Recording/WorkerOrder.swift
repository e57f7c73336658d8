import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The order for a worker, sent by its supervisor in the first line.
struct WorkerOrder: Codable, Sendable, Equatable {
    /// The pipeline file with the settings that override it.
    var request: PipelineRequest
    var json = false
    var quiet = false
    var log: LogStyle?
    /// True when the worker stands by between takes.
    var serves = false
    /// True when the first take starts immediately.
    var records = false
    /// The folder of the session to resume; `nil` begins a new session.
    var resume: String?
    /// The recording to continue after its session's folder was lost.
    var continuation: Relocation.Continuation?
    /// The number of workers that replaced a lost one, including this one.
    var restarts = 0

    /// True when an earlier worker has already recorded.
    var goesOn: Bool { resume != nil || continuation != nil }
}

/// The pipeline file of a command, with the changes by its command line.
struct PipelineRequest: Codable, Sendable, Equatable {
    var file: String
    var settings: [Setting]
    var simulate: Bool
    /// The settings changed while recording, which override all others.
    var directed: [Setting] = []
    /// The names of the microphones that were muted.
    var muted: Set<String> = []
    /// The time (UTC) at which dualcam wrote this file from the devices present; `nil` for a file from anyone else.
    var drafted: String?

    /// The settings in the form that `PipelineLoader` accepts.
    var overrides: [String] { settings.map(\.override) }
}

extension Pipeline {
    /// Returns the same recording without devices: cameras become test scenes and microphones test voices. Inputs that
    /// are test signals already stay unchanged.
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
