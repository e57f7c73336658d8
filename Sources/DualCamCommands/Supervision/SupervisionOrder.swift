import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The order that `dualcam run` or `dualcam serve` gives to its supervisor.
struct SupervisionOrder: Sendable {
    /// The pipeline file's path and its content: all workers get the same, whatever becomes of the file.
    var found: PipelineSearch.Found
    var pipeline: Pipeline
    var json: Bool
    var quiet: Bool
    var log: LogStyle?
    /// Cameras stay open, and takes come and go.
    var serves = false
    /// The first take begins at once.
    var recordsAtOnce = false
    /// The pipeline file as it was read, for workers, and for reading it again.
    var request: PipelineRequest
    /// The settings that were changed in the run before.
    var directed: [Setting] = []
    /// The store where that is kept; `nil`: nowhere.
    var memory: SettingsStore?

    /// The order for a worker that begins a session, or goes on with the one in a folder.
    ///
    /// - Parameters:
    ///   - takes: What the worker is to know.
    ///   - continuation: The recording whose session's folder was lost.
    func worker(
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

    /// The folders that take the files of the session in `folder`.
    func places(of folder: String) -> [String] { Self.places(of: folder, fallback: pipeline.recording.fallback) }

    static func places(of folder: String?, fallback: String?) -> [String] {
        guard let folder else { return [] }
        return [folder] + (fallback.map { ["\($0)/\(folder.fileName)"] } ?? [])
    }
}
