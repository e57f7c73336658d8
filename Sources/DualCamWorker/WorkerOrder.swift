package import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy

/// The supervisor's instructions for a worker, sent as the first message on the worker's standard input.
package struct WorkerOrder: Codable, Sendable, Equatable {
    /// The pipeline file to record, with the settings that override it.
    package var request: PipelineRequest
    /// True to print events on standard output, each as a line of JSON.
    package var json = false
    var quiet = false
    /// The style of the lines on standard error; `nil` for `automatic`.
    package var log: LogStyle?
    /// True if the worker stands by between takes, as `dualcam serve` does.
    package var serves = false
    /// True if the worker starts the first take immediately.
    var records = false
    /// The folder of the session that the worker resumes; `nil` to begin a new session.
    var resume: String?
    /// The recording that the worker continues in another folder, because the folder of its session was lost; `nil`
    /// otherwise.
    var continuation: Relocation.Continuation?
    /// The number of times that a lost worker has been replaced, including by this worker.
    var restarts = 0

    /// True if an earlier worker has already recorded a part of this recording.
    package var goesOn: Bool { resume != nil || continuation != nil }
}

/// A request to load a pipeline file, with the changes that the command line and the user make to its settings.
package struct PipelineRequest: Codable, Sendable, Equatable {
    /// The path of the pipeline file, or another word by which `PipelineSearch` finds it: the name of a shipped
    /// pipeline, or `-` for standard input.
    package var file: String
    /// The settings of the command line. They override the pipeline file.
    package var settings: [Setting]
    /// True to replace cameras and microphones by simulated ones.
    package var simulate: Bool
    /// The settings that were changed while recording. They override all other settings.
    var directed: [Setting] = []
    /// The names of the microphones that the user muted while recording.
    var muted: Set<String> = []
    /// The UTC time at which dualcam wrote the pipeline file for the devices that it found; `nil` if dualcam did not
    /// write the file.
    package var drafted: String?

    package init(
        file: String, settings: [Setting], simulate: Bool, directed: [Setting] = [], muted: Set<String> = [],
        drafted: String? = nil
    ) {
        (self.file, self.settings, self.simulate, self.directed) = (file, settings, simulate, directed)
        (self.muted, self.drafted) = (muted, drafted)
    }

    /// The settings of the command line in the form that `PipelineLoader` accepts.
    package var overrides: [String] { settings.map(\.override) }
}

extension Pipeline {
    /// Returns the same pipeline with simulated devices: cameras become test scenes and microphones become test voices.
    /// Inputs that are already test signals stay unchanged.
    package func simulated() -> Pipeline {
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
