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
