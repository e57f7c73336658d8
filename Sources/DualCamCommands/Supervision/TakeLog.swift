import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The record of takes for the next worker: the directed settings, and the pipeline file with which the current take
/// began.
struct TakeLog: Sendable {
    /// The settings directed while it runs, each as `KEY=VALUE`.
    private(set) var directed: [String]
    /// The names of the muted microphones.
    private(set) var muted: [String] = []
    /// True when the first take is still to start automatically.
    private(set) var records: Bool
    private var take: (folder: String, file: PipelineSearch.Found)?

    init(_ order: SupervisionOrder) { (directed, records) = (order.directed.map(\.override), order.recordsAtOnce) }

    var settings: [Setting] {
        directed.map { text in
            let key = String(text.prefix { $0 != "=" })
            return Setting(key, String(text.dropFirst(key.count + 1)))
        }
    }

    /// Records a heartbeat; returns true when the directed settings have changed.
    mutating func keep(_ beat: Heartbeat, _ newest: PipelineSearch.Found) -> Bool {
        if beat.stage == .recording {
            records = false
            if let folder = beat.folder, take?.folder != folder { take = (folder, newest) }
        }
        defer { (directed, muted) = (beat.directed, beat.muted) }
        return directed != beat.directed
    }

    /// Returns the pipeline file for a worker that resumes the take in `folder`, or that begins a new session.
    func file(resuming folder: String?, newest: PipelineSearch.Found) -> PipelineSearch.Found {
        take.flatMap { $0.folder == folder ? $0.file : nil } ?? newest
    }

    /// Returns true when the current take began with a different file.
    func hasFileChanged(since newest: PipelineSearch.Found) -> Bool { take.map { $0.file != newest } ?? false }
}
