/// A recording at one moment, as far as the status line shows it.
struct RecordingStatus: Sendable, Equatable {
    enum Phase: String, Sendable { case preparing, recording, finishing }

    struct Output: Sendable, Equatable {
        var name: String
        var frames: Int
        var dropped: Int
        var bytes: Int64
    }

    var phase: Phase
    /// Length recorded so far.
    var recorded: Duration
    var outputs: [Output]
    /// Bytes free where the files are written; `nil` where the file system does not tell.
    var freeBytes: Int64?
    /// How long the free space lasts at the measured rate; `nil` before a rate has been measured.
    var lasts: Duration?

    var dropped: Int { outputs.reduce(0) { $0 + $1.dropped } }
    var bytes: Int64 { outputs.reduce(0) { $0 + $1.bytes } }
}
