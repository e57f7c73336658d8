import DualCamConfig

/// The longest duration of one file: mov and mp4 reserve the room for their index when they are opened.
struct RecordingLimits {
    private let recording: Recording

    init(_ pipeline: Pipeline) { recording = pipeline.recording }

    private static let most = Duration.seconds(3 * 3600)
    private static let slack = Duration.seconds(60)

    /// The duration for which the muxer reserves room; `nil` for Matroska.
    var reserved: Duration? {
        guard recording.container != .mkv else { return nil }
        let wanted = recording.segment ?? recording.duration ?? Self.most
        return min(wanted + Self.slack, Self.most)
    }

    /// Half of the slack stays unused, whatever the rates are.
    var longestFile: Duration? { reserved.map { $0 - .seconds(30) } }
}
