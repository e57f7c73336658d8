import DualCamConfig
import DualCamPlan
import DualCamSession

/// What the simulated graph knows of every frame, whatever is written down of it.
struct Truth {
    /// Frames dropped, by output.
    private(set) var dropped: [OutputName: Int] = [:]
    /// The longest that a crash has cost, in nanoseconds of recorded time.
    private(set) var worstLoss: (length: Int64, output: OutputName)?
    /// The number of workers that were lost with a recording under way.
    var brokenParts = 0
    /// How often a recording has begun in a session's folder.
    var begun: [String: Int] = [:]
    /// The pauses of every part of the session in a folder.
    var pauses: [String: [CutList]] = [:]
    /// When the parts of the session in a folder began and ended.
    var spans: [String: [PartSpan]] = [:]
    /// The sessions in folders whose last part was lost in a pause of which the ledger knows.
    var pausedAtLoss: Set<String> = []
    /// The longest time for which a session has been seen to record, in nanoseconds.
    var longestRun: Int64 = 0
    /// When the machine was last too hot, its battery nearly empty, and the disk short of room, in nanoseconds of the time awake;
    /// a sensor may say so that tells what cannot be.
    var lastHot: Int64?
    var lastEmpty: Int64?
    var lastShort: Int64?
    /// When the wall clock was set, in nanoseconds of the time awake.
    var lastJump: Int64?
    /// Something has gone wrong that may fail a recording.
    var hasTrouble = false
    /// Why the sessions in folders have ended.
    var reasons: [String: StopReason] = [:]
    /// How the sessions in folders have ended, as they told.
    var told: [String: ExitCode] = [:]
    /// Files that a recovery left alone.
    var refused = 0
    /// Lines of ledgers that were in the memory of processes that were killed.
    var untold = 0
    /// Whatever is written takes its time.
    var isDiskSlow = false
    /// Something has kept the ledger from being written, or taken what had been.
    var isLedgerHurt = false
    /// The ledger may lack lines.
    var isLedgerShort: Bool { isLedgerHurt || (isDiskSlow && untold > 0) }
    /// Recorded files were hurt by other things than a crash.
    var areFilesHurt = false

    mutating func told(dropped count: Int, of output: OutputName) { dropped[output, default: 0] += count }

    /// A session without a frame has left nothing, and another one may take its name.
    mutating func discarded(_ folder: String) { begun[folder] = nil }

    mutating func lost(_ length: Int64, _ output: OutputName) {
        if length > worstLoss?.length ?? 0 { worstLoss = (length, output) }
    }
}

/// When a part of a session began and ended, by the wall clock, in Unix nanoseconds.
struct PartSpan {
    var begun: Int64
    /// When its last frame was written; `nil`: none was.
    var lastWritten: Int64?
    /// By how much the clock had been set at its beginning and at its end.
    var shift: (begin: Int64, end: Int64)
}

/// The number of a part in its session; files that one graph has made share it.
final class RecordedPart {
    /// `nil`: nobody has heard that it recorded.
    var index: Int?
}
