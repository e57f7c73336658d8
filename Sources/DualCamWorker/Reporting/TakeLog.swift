package import DualCamRecordings
package import DualCamSupervisorPolicy

/// The information that the supervisor passes to the next worker: the settings that were changed while recording, and
/// the pipeline file with which the current take began.
package struct TakeLog: Sendable {
    /// The settings that were changed while recording, each as `KEY=VALUE`.
    private(set) var directed: [String]
    /// The names of the microphones that the user muted.
    private(set) var muted: [String] = []
    /// True until the first take has started, if it starts automatically.
    private(set) var records: Bool
    private var take: (folder: String, file: PipelineSearch.Found)?

    package init(_ order: SupervisionOrder) {
        (directed, records) = (order.directed.map(\.override), order.recordsAtOnce)
    }

    /// The settings that were changed while recording, in the form that the next worker's request needs.
    package var settings: [Setting] {
        directed.map { text in
            let key = String(text.prefix { $0 != "=" })
            return Setting(key, String(text.dropFirst(key.count + 1)))
        }
    }

    /// Stores the information from a heartbeat. Returns true if any setting has been changed since the previous
    /// heartbeat.
    package mutating func keep(_ beat: Heartbeat, _ newest: PipelineSearch.Found) -> Bool {
        if beat.stage == .recording {
            records = false
            if let folder = beat.folder, take?.folder != folder { take = (folder, newest) }
        }
        defer { (directed, muted) = (beat.directed, beat.muted) }
        return directed != beat.directed
    }

    /// Returns the version of the pipeline file to send to a worker. A worker that resumes the take in `folder` gets
    /// the version with which that take began. Any other worker gets the newest version.
    package func file(resuming folder: String?, newest: PipelineSearch.Found) -> PipelineSearch.Found {
        take.flatMap { $0.folder == folder ? $0.file : nil } ?? newest
    }

    /// Returns true if the current take began with a version of the pipeline file other than `newest`.
    package func hasFileChanged(since newest: PipelineSearch.Found) -> Bool { take.map { $0.file != newest } ?? false }
}
