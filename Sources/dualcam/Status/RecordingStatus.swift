import DualCamPlan
import DualCamSession

/// A recording at one moment, as far as the status line shows it.
struct RecordingStatus: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        case preparing, standby
        /// The self-timer: so many seconds are left.
        case countdown(Int)
        case recording, paused, finishing
    }

    var phase: Phase
    /// Length recorded so far.
    var recorded: Duration
    var outputs: [GraphStatistics.Output]
    /// Bytes free where the files are written; `nil` where the file system does not tell.
    var freeBytes: Int64?
    /// The time for which recording can go on at the measured rate; `nil` before a rate has been measured.
    var lasts: Duration?
    /// Inputs that are out and looked for.
    var lost: [InputName] = []
    /// The load, and what is left out for it or for heat.
    var workload = SessionEvent.Workload()
    var heat: SessionEvent.Heat?
    var battery: MachineReading.Battery?
    /// The levels of the newest tenth of a second.
    var levels: [SoundLevels] = []

    var dropped: Int { outputs.reduce(0) { $0 + $1.dropped } }
    var bytes: Int64 { outputs.reduce(0) { $0 + $1.bytes } }
}
