import DualCamConfig

extension Recording {
    private static let most = Duration.seconds(3 * 3600)
    private static let slack = Duration.seconds(60)

    /// The duration for which mov and mp4 reserve the room of their index when they are opened; `nil` for Matroska.
    var reserved: Duration? {
        guard container != .mkv else { return nil }
        return min((segment ?? duration ?? Self.most) + Self.slack, Self.most)
    }

    /// The longest duration of one file. Half of the slack stays unused, whatever the rates are.
    var longestFile: Duration? { reserved.map { $0 - .seconds(30) } }
}
