import DualCamSession

/// Judges, look by look, whether a recording that was asked to end has ended. Pure.
struct RecordingEnd {
    /// The state of the session, as the recording process tells it.
    enum Stage: Sendable, Equatable {
        case recording, finishing
        /// The process stands by, or has begun another session.
        case over
        /// No process answers.
        case unseen
    }

    struct Sight: Sendable, Equatable {
        var stage: Stage
        /// The session's folder is marked as unfinished.
        var isMarked: Bool
        /// The program that started the recording process runs.
        var isAlive: Bool
        /// The size and age of the session's files.
        var growth: SessionFolder.Growth?
    }

    enum Verdict: Sendable, Equatable {
        case wait
        /// The session is recorded on: ask for its end again.
        case askAgain
        case over
        /// Its files are not finished, and nothing works on them.
        case abandoned
    }

    /// Files that nobody has touched for as long are left to 'dualcam recover'.
    static let patience = Duration.seconds(120)
    /// A recording that was asked to end says so sooner.
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

    /// The program that started the recording process finishes the files, in its own time.
    private mutating func wait(for growth: SessionFolder.Growth?, at now: Duration) -> Verdict {
        defer { self.growth = growth }
        guard let since = quietSince, growth == self.growth else {
            quietSince = now
            return .wait
        }
        return now - since >= Self.patience ? .abandoned : .wait
    }

    /// Returns the exit code with which `dualcam run` would have ended.
    ///
    /// - Parameters:
    ///   - own: That of the recording process; `nil`: it was lost before it had one.
    ///   - reason: Why the session ended, as its ledger says.
    ///   - proof: That of an audit of the finished session; `nil`: it cannot be judged.
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
