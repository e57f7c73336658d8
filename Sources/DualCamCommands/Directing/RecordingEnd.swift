import DualCamRecordings
import DualCamSession

/// Decides whether a recording that was asked to stop has ended. It has no side effects, so it can be tested with
/// tables of inputs and results.
struct RecordingEnd {
    /// The state of the session that was asked to stop, as reported by the recording process.
    enum Stage: Sendable, Equatable {
        case recording, finishing
        /// The session has ended: its recording process is standing by, or has begun another session.
        case over
        /// No recording process answered, so the state of the session is unknown.
        case unseen
    }

    struct Sight: Sendable, Equatable {
        var stage: Stage
        /// True while the session's folder contains the file that marks the session as unfinished.
        var isMarked: Bool
        /// True while the program that started the recording process runs.
        var isAlive: Bool
        /// The total size of the session's files and the time of their last change; `nil` if the session's folder is
        /// unknown.
        var growth: SessionFolder.Growth?
    }

    enum Verdict: Sendable, Equatable {
        case wait
        /// The session is still being recorded, so the recording must be asked again to stop.
        case askAgain
        case over
        /// The session's files are unfinished, and no process is finishing them.
        case abandoned
    }

    /// The time for which a session's files may stay unchanged before the session counts as abandoned. Its unfinished
    /// files are then left to `dualcam recover`.
    static let patience = Duration.seconds(120)
    /// The time after which a recording is asked to stop again if it has not reacted to the first request.
    static let delay = Duration.seconds(5)

    private var growth: SessionFolder.Growth?
    private var quietSince: Duration?
    private var recordingSince: Duration?
    private var wasUnseen = false

    mutating func observe(_ sight: Sight, at now: Duration) -> Verdict {
        if sight.stage == .unseen { wasUnseen = true }
        if sight.stage != .recording { recordingSince = nil }
        switch sight.stage {
        case .recording:
            quietSince = nil
            return recordsOn(at: now) ? .askAgain : .wait
        case .finishing:
            quietSince = nil
            return .wait
        case .over, .unseen: return sight.isMarked && sight.isAlive ? wait(for: sight.growth, at: now) : .over
        }
    }

    private mutating func recordsOn(at now: Duration) -> Bool {
        defer { wasUnseen = false }
        guard let since = recordingSince, !wasUnseen else {
            recordingSince = now
            return wasUnseen
        }
        guard now - since >= Self.delay else { return false }
        recordingSince = now
        return true
    }

    /// Returns `wait` while the session's files are being finished, and `abandoned` once they have not changed for
    /// `patience`.
    private mutating func wait(for growth: SessionFolder.Growth?, at now: Duration) -> Verdict {
        defer { self.growth = growth }
        guard let since = quietSince, growth == self.growth else {
            quietSince = now
            return .wait
        }
        return now - since >= Self.patience ? .abandoned : .wait
    }

    /// Returns the exit code with which `dualcam run` ends for this recording.
    ///
    /// - Parameters:
    ///   - own: The exit code of the recording process; `nil` if the process was lost.
    ///   - reason: The reason for the session's end, as recorded in the ledger; `nil` if unknown.
    ///   - proof: The exit code of the finished session's audit; `nil` if there is no audit.
    static func code(_ own: ExitCode?, reason: StopReason?, proof: ExitCode?) -> ExitCode {
        if let own, own != .finished { return own }
        if own == nil {
            switch reason {
            case .diskFull: return .diskFailed
            case .heat, .battery: return .heat
            default: break
            }
        }
        return proof ?? own ?? .fault
    }
}
