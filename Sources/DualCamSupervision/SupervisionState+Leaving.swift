import DualCamPlan
import DualCamSession
import Glibc

// MARK: A folder that is lost
extension SupervisionState {
    private static let refusals = [ExitCode.outputNotCreated, .diskFailed].map { WorkerEnding.exit($0.rawValue) }

    /// Returns true when a worker may have ended because of its folder.
    func mayHaveLostFolder(_ worker: Worker, _ ending: WorkerEnding) -> Bool {
        worker.beat.ending == StopReason.folderLost.rawValue
            || (!worker.hasRecorded && Self.refusals.contains(ending))
    }

    /// A worker ended because of its folder, or could not go on in it: the folder is examined before the next worker starts.
    mutating func examine(_ folder: String, then delay: Duration) {
        relocation.examination = delay
        act(.examine(folder))
    }

    /// Takes in the result of examining the folder; `nil`: it can be written into.
    mutating func examined(_ loss: FolderLoss?) {
        if let code = closing.code { return examinedAtTheEnd(loss, code) }
        guard let delay = relocation.examination else { return }
        relocation.examination = nil
        if let loss, let folder { leave(folder, loss) }
        act(.arm(after: delay))
    }

    private mutating func leave(_ folder: String, _ loss: FolderLoss) {
        relocation.leave(folder, loss, deadline.past(in: folder, loss, at: now))
        tell(loss, of: folder, goesOn: true)
        if let found = loss.found {
            closing.asides += 1
            act(.finishAside(found))
        }
        self.folder = nil
    }

    private mutating func tell(_ loss: FolderLoss, of folder: String, goesOn: Bool) {
        let news = SupervisionNews(
            kind: .folderLost(folder, loss, next: goesOn ? relocation.current?.directory : nil), time: wall)
        act(.tell(news, folder: loss.found ?? (loss.kind == .refused ? folder : nil)))
    }

    /// Everything has ended, and its folder is not what it was.
    private mutating func examinedAtTheEnd(_ loss: FolderLoss?, _ code: ExitCode) {
        guard let loss, let folder else { return finish(code) }
        relocation.fail(of: loss)
        tell(loss, of: folder, goesOn: false)
        // A worker that leaves a folder calls that a fault, so that another one follows.
        let isLeft = code == .fault && lastBeat?.ending == StopReason.folderLost.rawValue
        let own = isLeft ? ExitCode.finished : code
        guard let found = loss.found else { return finish(own) }
        self.folder = found
        settle(then: own)
    }

    /// A session that was moved has been finished where it is now, or has not.
    mutating func finishedAside(_ folder: String, _ code: Int32, _ proof: ExitCode?) {
        closing.asides -= 1
        if code != 0 {
            relocation.fail(with: .diskFailed)
            let text = "error: \(folder) could not be finished (exit code \(code)); run 'dualcam recover \(folder)'."
            act(.note(text, .error))
        } else {
            act(.note("finished \(folder)", .information))
            if let proof, proof != .finished, !planted(.asideProofIgnored) { relocation.fail(with: proof) }
        }
        if let code = closing.deferred { finish(code) }
    }

    /// A new session could not be begun: another place, or the end.
    /// - Returns: true when there is nowhere to go on.
    mutating func isNowhere(_ worker: Worker, _ ending: WorkerEnding) -> Bool {
        guard relocation.isUnderWay, !worker.hasRecorded else { return false }
        // The new session's folder, if it was made, holds nothing.
        folder = nil
        return Self.refusals.contains(ending) && !relocation.tryNext()
    }

    mutating func endNowhere(_ ending: WorkerEnding) {
        act(.note("error: The recording cannot go on in any folder, and ends.", .error))
        relocation.fail(with: ending.code)
        finish(relocation.exit)
    }
}

// MARK: The end
extension SupervisionState {
    /// The end of it all, as far as that has come.
    struct Closing {
        /// The signals that asked for it.
        var signals: [Int32] = []
        /// The code to end with when the session has been settled.
        var code: ExitCode?
        var hasSettled = false
        /// The last time at which the disk was known to answer, while something is expected of it; `nil`: nothing is.
        var waiting: Duration?
        /// People were told that a killed worker does not end.
        var hasToldHeld = false
        /// Sessions in folders that were moved and are being finished, and with what code to end after that.
        var asides = 0
        var deferred: ExitCode?
    }

    /// A worker that records keeps the time by itself, until it is killed.
    mutating func keepTime() {
        let keepsTime = worker.map { $0.hasRecorded && $0.killReason == nil } ?? false
        guard !serves, !isStopping, closing.code == nil, !keepsTime,
            let key = deadline.passed(at: now, wall: wall)
        else { return }
        relocation.fail(with: lastRefusal)
        act(.note("error: The end that \(key) sets has come while nothing could be recorded.", .error))
        if worker != nil || isStarting { return pass(.terminate) }
        if relocation.examination == nil { settle(then: relocation.exit) } else { closing.code = relocation.exit }
    }

    /// The time for which the disk of a folder may leave this process without an answer, or the process that finishes a session without
    /// any work. A server that is gone may leave them so for ever.
    static let silence = Duration.seconds(10)

    /// Gives up a folder whose disk does not answer, after the last worker or between two. A worker that was killed may not end either:
    /// what waits for a disk in the kernel cannot be ended.
    mutating func keepWaiting() {
        let isHeld = worker?.killReason != nil
        guard isHeld || (worker == nil && !isStarting && (closing.code != nil || relocation.examination != nil)) else {
            return closing.waiting = nil
        }
        guard let since = closing.waiting else { return closing.waiting = now }
        guard now - since >= Self.silence else { return }
        if isHeld, !isStopping { return tellHeld() }
        closing.waiting = now
        if relocation.examination != nil, closing.code == nil {
            return examined(FolderLoss(.failed, errorNumber: ETIMEDOUT))
        }
        let folder = folder ?? "the session's folder"
        act(
            .note(
                "error: The disk of \(folder) has not answered for \(Int(Self.silence / .seconds(1))) s, and the session is not "
                    + "finished. Once the disk is there again (a server may have gone), run 'dualcam recover \(folder)'.",
                .error))
        closing.asides = 0
        finish(.diskFailed)
    }

    private mutating func tellHeld() {
        guard !closing.hasToldHeld, let worker else { return }
        closing.hasToldHeld = true
        act(
            .note(
                "error: The process that records (\(worker.pid)) was killed and does not end: the disk of "
                    + "\(folder ?? "the session") does not answer. Another one goes on when it does; see whether its server "
                    + "still runs, or end the recording.", .error))
    }

    /// Ends with a code, or with that of what went wrong on the way; what was moved has to be finished first.
    mutating func finish(_ code: ExitCode) {
        guard closing.asides == 0 else { return closing.deferred = code }
        for text in lastBeat?.shortfalls ?? [] where closing.hasSettled { act(.note("error: " + text, .error)) }
        for (text, severity) in relocation.losing { act(.note(text, severity)) }
        act(.end(code == .finished ? relocation.exit : code))
    }
}

extension SupervisionState {
    /// Tells a failure once: it comes every ten seconds.
    mutating func metricsFailed(_ path: String, _ reason: String) {
        guard !hasToldOfMetrics else { return }
        hasToldOfMetrics = true
        act(
            .note("warning: the figures cannot be written to \(path): \(reason). Check supervision.metrics.", .warning))
    }
}

extension WorkerEnding {
    /// The exit code of a recording that could not go on behind it.
    var code: ExitCode { if case .exit(let code) = self { ExitCode(rawValue: code) ?? .fault } else { .fault } }
}
