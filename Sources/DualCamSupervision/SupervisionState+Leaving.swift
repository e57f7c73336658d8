import DualCamSession

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
            if let proof, proof != .finished { relocation.fail(with: proof) }
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
        /// Sessions in folders that were moved and are being finished, and with what code to end after that.
        var asides = 0
        var deferred: ExitCode?
    }

    /// A worker that records keeps the time by itself.
    mutating func keepTime() {
        guard !serves, !isStopping, closing.code == nil, !(worker?.hasRecorded ?? false),
            let key = deadline.passed(at: now, wall: wall)
        else { return }
        relocation.fail(with: lastRefusal)
        act(.note("error: The end that \(key) sets has come while nothing could be recorded.", .error))
        if worker != nil || isStarting { return pass(.terminate) }
        if relocation.examination == nil { settle(then: relocation.exit) } else { closing.code = relocation.exit }
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
