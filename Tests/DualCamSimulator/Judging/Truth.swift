import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The true course of events in the simulated world, whatever the program wrote down about it.
struct Truth {
    /// The number of dropped frames, by output.
    private(set) var dropped: [OutputName: Int] = [:]
    /// The longest stretch that a crash has lost, in nanoseconds of recorded time, and its output.
    private(set) var worstLoss: (length: Int64, output: OutputName)?
    /// The number of workers that died while they were recording.
    var brokenParts = 0
    /// The number of times that a recording has begun in a session's folder, by the folder's path.
    var begun: [String: Int] = [:]
    /// The pauses of every part of a session, by the folder's path.
    var pauses: [String: [CutList]] = [:]
    /// The times at which the parts of a session began and ended, by the folder's path.
    var spans: [String: [PartSpan]] = [:]
    /// The folders of the sessions whose last part was lost during a pause that the ledger records.
    var pausedAtLoss: Set<String> = []
    /// The longest time for which a session was seen to record, in nanoseconds.
    var longestRun: Int64 = 0
    /// The last time at which the machine was too hot, in nanoseconds of uptime. A sensor with impossible values counts
    /// as well.
    var lastHot: Int64?
    /// The last time at which the battery was nearly empty, in nanoseconds of uptime.
    var lastEmpty: Int64?
    /// The last time at which the disk was short of space, in nanoseconds of uptime.
    var lastShort: Int64?
    /// The time at which the wall clock was last set, in nanoseconds of uptime.
    var lastJump: Int64?
    /// True once something has gone wrong that may make a recording fail.
    var hasTrouble = false
    /// The reason for which the session in a folder ended, by the folder's path.
    var reasons: [String: StopReason] = [:]
    /// The exit code of the session in a folder, by the folder's path.
    var told: [String: ExitCode] = [:]
    /// The number of files that a recovery did not touch.
    var refused = 0
    /// The number of ledger lines that were lost with killed processes.
    var untold = 0
    /// True once writes on the disk take extra time.
    var isDiskSlow = false
    /// True once something prevented ledger lines from being written, or removed written ones.
    var isLedgerHurt = false
    /// True if the ledger may lack lines.
    var isLedgerShort: Bool { isLedgerHurt || (isDiskSlow && untold > 0) }

    mutating func told(dropped count: Int, of output: OutputName) { dropped[output, default: 0] += count }

    /// Forgets a session that was discarded without a frame, because another session may use its name.
    mutating func discarded(_ folder: String) { begun[folder] = nil }

    mutating func lost(_ length: Int64, _ output: OutputName) {
        if length > worstLoss?.length ?? 0 { worstLoss = (length, output) }
    }
}

/// The start and the end of a part of a session by the wall clock, in Unix nanoseconds.
struct PartSpan {
    var begun: Int64
    /// The time at which the part's last frame was written; `nil` if none was.
    var lastWritten: Int64?
    /// The offset of the wall clock when the part began and when it ended.
    var shift: (begin: Int64, end: Int64)
}

/// The number of a part in its session, shared by all files of one graph.
final class RecordedPart {
    /// The index of the part; `nil` until its worker has reported that it records.
    var index: Int?
}
