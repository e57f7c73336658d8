import DualCamConfig

/// What `dualcam run` asks its supervisor for.
struct SupervisionOrder: Sendable {
    /// The worker's command line up to what concerns one worker only.
    var words: [String]
    /// The pipeline file's path and its content: all workers get the same, whatever becomes of the file.
    var found: PipelineSearch.Found
    var pipeline: Pipeline
    var json: Bool
    var quiet: Bool

    /// How long files that should grow may stand still: `supervision.hang`, but at least three frames of the fastest
    /// camera.
    var hang: Duration {
        let interval = pipeline.cameras.map { Duration.nanoseconds($0.rate.frameNanoseconds) }.min()
        return max(pipeline.supervision.hang, (interval ?? .zero) * 3)
    }

    /// The command line of a worker that begins a session, or goes on with the one in a folder.
    func words(resuming folder: String?) -> [String] {
        ["worker"] + words + (folder.map { ["--resume=" + $0] } ?? []) + ["--", found.path]
    }

    /// The folders that take the files of the session in `folder`.
    func places(of folder: String) -> [String] {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return [folder] + (pipeline.recording.fallback.map { ["\($0)/\(name)"] } ?? [])
    }
}
