package import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
import DualCamSession
package import DualCamSupervisorPolicy

/// The instructions for a supervisor, given by `dualcam run` or `dualcam serve`.
package struct SupervisionOrder: Sendable {
    /// The path and content of the pipeline file. All workers receive this content. It is replaced only if the
    /// supervisor has read a changed file without mistakes.
    package var found: PipelineSearch.Found
    /// The pipeline that was parsed from `found`.
    package var pipeline: Pipeline
    /// True to print events on standard output, each as a line of JSON.
    package var json: Bool
    /// True to print only errors on standard error.
    package var quiet: Bool
    var log: LogStyle?
    /// True for `dualcam serve`, which keeps the cameras open between takes.
    package var serves = false
    /// True if the first take starts immediately, without a command to record.
    package var recordsAtOnce = false
    /// The request with which the pipeline file was loaded. Workers receive it too, and it is used to reload the file.
    package var request: PipelineRequest
    /// The settings that were changed during the previous run and are restored in this run.
    var directed: [Setting] = []
    /// The store for settings that are changed while recording; `nil` if they are not restored in the next run.
    package var memory: SettingsStore?

    package init(
        found: PipelineSearch.Found, pipeline: Pipeline, json: Bool, quiet: Bool, log: LogStyle? = nil,
        serves: Bool = false, recordsAtOnce: Bool = false, request: PipelineRequest, directed: [Setting] = [],
        memory: SettingsStore? = nil
    ) {
        (self.found, self.pipeline, self.json, self.quiet) = (found, pipeline, json, quiet)
        (self.log, self.serves, self.recordsAtOnce, self.request) = (log, serves, recordsAtOnce, request)
        (self.directed, self.memory) = (directed, memory)
    }

    /// Returns the instructions for a worker that begins a session or, if `folder` is given, resumes the session in
    /// `folder`.
    ///
    /// - Parameters:
    ///   - takes: The changed settings and the pipeline file of the current take, which the worker must know.
    ///   - continuation: The recording to continue in another folder, because the folder of its session was lost; `nil`
    ///     otherwise.
    package func worker(
        _ takes: TakeLog, resuming folder: String?, _ continuation: Relocation.Continuation? = nil, restarts: Int = 0
    ) -> WorkerOrder {
        var (request, continuation) = (request, continuation)
        (request.directed, request.muted) = (takes.settings, Set(takes.muted))
        let isLost = continuation != nil
        if serves { continuation?.name = "" }
        return WorkerOrder(
            request: request, json: json, quiet: quiet, log: log, serves: serves,
            records: folder == nil && (takes.records || serves && isLost), resume: folder, continuation: continuation,
            restarts: restarts)
    }

    /// Returns the folders that can contain files of the session in `folder`: that folder and its counterpart in the
    /// fallback folder.
    package func places(of folder: String) -> [String] {
        Self.places(of: folder, fallback: pipeline.recording.fallback)
    }

    static func places(of folder: String?, fallback: String?) -> [String] {
        guard let folder else { return [] }
        return [folder] + (fallback.map { ["\($0)/\(folder.fileName)"] } ?? [])
    }
}
