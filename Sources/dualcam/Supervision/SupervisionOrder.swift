import DualCamConfig
import DualCamSession

/// The order that `dualcam run` or `dualcam serve` gives to its supervisor.
struct SupervisionOrder: Sendable {
    /// The worker's command line up to what concerns one worker only.
    var words: [String]
    /// The pipeline file's path and its content: all workers get the same, whatever becomes of the file.
    var found: PipelineSearch.Found
    var pipeline: Pipeline
    var json: Bool
    var quiet: Bool
    /// Cameras stay open, and takes come and go.
    var serves = false
    /// The first take begins at once.
    var recordsAtOnce = false
    /// The pipeline file as it was read, for reading it again.
    var request: PipelineRequest
    /// What was set while it ran before.
    var directed: [Setting] = []
    /// The store where that is kept; `nil`: nowhere.
    var memory: SettingsStore?

    /// The time for which files that should grow may stand still: `supervision.hang`, but at least three frames of the fastest
    /// camera.
    var hang: Duration {
        let interval = pipeline.cameras.map { Duration.nanoseconds($0.rate.frameNanoseconds) }.min()
        return max(pipeline.supervision.hang, (interval ?? .zero) * 3)
    }

    /// The command line of a worker that begins a session, or goes on with the one in a folder. `takes`: what it is to know.
    func words(resuming folder: String?, _ takes: TakeLog) -> [String] {
        let serving =
            (serves ? ["--serve"] : []) + (takes.records && folder == nil ? ["--record"] : [])
            + takes.muted.map { "--muted=" + $0 }
        return ["worker"] + words + serving + takes.directed.map { "--directed=" + $0 }
            + (folder.map { ["--resume=" + $0] } ?? []) + ["--", found.path]
    }

    /// The command line of a worker that goes on with a recording whose session's folder was lost. Takes have names of their own.
    func words(
        goingOn continuation: Relocation.Continuation, resuming folder: String?, _ takes: TakeLog
    ) -> [String] {
        var words = words(resuming: folder, takes)
        let path = words.popLast() ?? found.path
        words.removeLast()
        let past = continuation.past
        words += [
            "--continues=" + past.folder, "--lost=" + past.reason, "--began=\(past.began)", "--paused=\(past.paused)",
            "--directory=" + continuation.directory,
        ]
        words += past.isPaused ? ["--begins-paused"] : []
        words += serves ? (folder == nil ? ["--record"] : []) : ["--folder=" + continuation.name]
        return words + ["--", path]
    }

    /// The folders that take the files of the session in `folder`.
    func places(of folder: String) -> [String] { Self.places(of: folder, fallback: pipeline.recording.fallback) }

    static func places(of folder: String?, fallback: String?) -> [String] {
        guard let folder else { return [] }
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return [folder] + (fallback.map { ["\($0)/\(name)"] } ?? [])
    }
}
