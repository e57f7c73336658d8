import DualCamPlan

/// A recording at one moment, as far as the status line shows it.
struct RecordingStatus: Sendable, Equatable {
    enum Phase: Sendable { case preparing, recording, finishing }

    var phase: Phase
    /// Length recorded so far.
    var recorded: Duration
    var outputs: [GraphStatistics.Output]
    /// Bytes free where the files are written; `nil` where the file system does not tell.
    var freeBytes: Int64?
    /// How long recording can go on at the measured rate; `nil` before a rate has been measured.
    var lasts: Duration?

    var dropped: Int { outputs.reduce(0) { $0 + $1.dropped } }
    var bytes: Int64 { outputs.reduce(0) { $0 + $1.bytes } }
}

extension RecordingStatus {
    /// How long `freeBytes` last down to `keepFree`, when `bytes` were written in `recorded`; `nil` below two seconds,
    /// which tell nothing of the rate.
    static func lasting(freeBytes: Int64?, keepFree: Int64, bytes: Int64, recorded: Duration) -> Duration? {
        let seconds = recorded / .seconds(1)
        guard let freeBytes, bytes > 0, seconds >= 2 else { return nil }
        let left = Double(max(0, freeBytes - keepFree)) / (Double(bytes) / seconds)
        return .seconds(min(left, 1e9))
    }
}
