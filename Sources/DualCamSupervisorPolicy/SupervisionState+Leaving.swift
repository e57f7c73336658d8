import DualCamPlan
import DualCamRecordings
import DualCamSession
import Glibc

// MARK: Losing a folder
extension SupervisionState {
    private static let refusals = [ExitCode.outputNotCreated, .diskFailed].map { WorkerEnding.exit($0.rawValue) }

    /// Returns true if the worker may have ended because its session's folder is lost or not writable.
    func mayHaveLostFolder(_ worker: Worker, _ ending: WorkerEnding) -> Bool {
        worker.beat.ending == StopReason.folderLost.rawValue
            || (!worker.hasRecorded && Self.refusals.contains(ending))
    }

    /// Requests a check whether the session's folder is lost. The next worker starts only after the result.
    mutating func examine(_ folder: String, then delay: Duration) {
        relocation.examination = delay
        act(.examine(folder))
    }

    /// Continues after the session's folder was checked. `loss` describes the folder's loss; `nil` if the folder is
    /// writable. A lost folder is replaced by another one before the next worker starts.
    mutating func examined(_ loss: FolderLoss?) {
        if let code = closing.code { return examinedAtTheEnd(loss, code) }
        guard let delay = relocation.examination else { return }
        relocation.examination = nil
        if let loss, let folder { leave(folder, loss) }
        act(.arm(after: delay))
    }

    private mutating func leave(_ folder: String, _ loss: FolderLoss) {
        relocation.leave(folder, loss, deadline.past(in: folder, loss, at: now, wall: wall))
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

    /// Ends the recording after the session's folder was checked, if no other worker will be started.
    private mutating func examinedAtTheEnd(_ loss: FolderLoss?, _ code: ExitCode) {
        guard let loss, let folder else { return finish(code) }
        relocation.fail(of: loss)
        tell(loss, of: folder, goesOn: false)
        // A worker that leaves a folder exits with the code of an internal fault, so that another worker follows.
        let isLeft = code == .fault && lastBeat?.ending == StopReason.folderLost.rawValue
        let own = isLeft ? ExitCode.finished : code
        guard let found = loss.found else { return finish(own) }
        self.folder = found
        settle(then: own)
    }

    /// Reports the result of the process that finished a moved session in its new folder. `proof`: the audit's exit
    /// code; `nil` without an audit.
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

    /// Changes to the next directory if, after the loss of a folder, a new session could not be started in the current
    /// one.
    ///
    /// - Returns: True if there is no further directory to try, so that the recording must end.
    mutating func isNowhere(_ worker: Worker, _ ending: WorkerEnding) -> Bool {
        guard relocation.isUnderWay, !worker.hasRecorded else { return false }
        // The new session's folder, if it was made, is empty.
        folder = nil
        return Self.refusals.contains(ending) && !relocation.tryNext()
    }

    mutating func endNowhere(_ ending: WorkerEnding) {
        act(.note("error: The recording cannot go on in any folder, and ends.", .error))
        relocation.fail(with: ending.code)
        finish(relocation.exit)
    }
}

// MARK: Ending
extension SupervisionState {
    /// The state of the supervisor while it is ending, such as the signals received and the exit code.
    struct Closing {
        /// The numbers of the signals that asked the supervisor to end the recording.
        var signals: [Int32] = []
        /// The exit code for the supervisor's end, once the session has been finished; `nil` if it is not ending.
        var code: ExitCode?
        /// The key of the time limit that ended a worker which had not reported any recording; `nil` if there is none.
        var passedEnd: String?
        var hasSettled = false
        /// The last time at which the disk was known to respond; `nil` while no response is expected.
        var waiting: Duration?
        /// True if users have been informed that a killed worker does not end.
        var hasToldHeld = false
        /// `asides`: the number of moved sessions that are still being finished; `deferred`: the exit code with which
        /// the supervisor ends once they are finished.
        var asides = 0
        var deferred: ExitCode?
    }

    /// Ends the recording when its time limit has passed. A recording worker ends by itself at that time, unless it was
    /// killed.
    ///
    /// A worker that has not reported any recording may still have recorded, for example if the machine was suspended
    /// right after the start. Whether nothing could be recorded is therefore decided when the worker has ended.
    mutating func keepTime() {
        let keepsTime = worker.map { $0.hasRecorded && $0.killReason == nil } ?? false
        guard !serves, !isStopping, closing.code == nil, !keepsTime,
            let key = deadline.passed(at: now, wall: wall)
        else { return }
        if worker.map({ $0.killReason == nil }) ?? isStarting {
            closing.passedEnd = key
            return pass(.terminate)
        }
        failAtEnd(key)
        if worker != nil { return pass(.terminate) }
        if relocation.examination == nil { settle(then: relocation.exit) } else { closing.code = relocation.exit }
    }

    /// Marks the recording as failed if the time limit stopped this worker before the worker had recorded anything.
    mutating func endedByLimit(_ worker: Worker) {
        if let key = closing.passedEnd, !worker.hasRecorded || planted(.sleepFails) { failAtEnd(key) }
    }

    private mutating func failAtEnd(_ key: String) {
        relocation.fail(with: lastRefusal)
        act(.note("error: The end that \(key) sets has come while nothing could be recorded.", .error))
    }

    /// The maximum time without a response from a session's disk, or without progress of the process that finishes a
    /// session. If a file server is unreachable, a response may never come.
    static let silence = Duration.seconds(10)

    /// Gives up a folder whose disk has not responded in time, after the last worker or between two workers. Even a
    /// killed worker may not end, because a process that waits in the kernel for a disk cannot be killed.
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

    /// Ends the supervisor with this exit code, or with that of an earlier folder loss. Waits until all moved sessions
    /// have been finished.
    mutating func finish(_ code: ExitCode) {
        guard closing.asides == 0 else { return closing.deferred = code }
        for text in lastBeat?.shortfalls ?? [] where closing.hasSettled { act(.note("error: " + text, .error)) }
        for (text, severity) in relocation.losing { act(.note(text, severity)) }
        act(.end(code == .finished ? relocation.exit : code))
    }
}

extension SupervisionState {
    /// Reports a failure to write the metrics file. Later failures are not reported, because writing is tried again
    /// every ten seconds.
    mutating func metricsFailed(_ path: String, _ reason: String) {
        guard !hasToldOfMetrics else { return }
        hasToldOfMetrics = true
        act(
            .note("warning: the figures cannot be written to \(path): \(reason). Check supervision.metrics.", .warning))
    }
}

extension WorkerEnding {
    /// The exit code of a recording that could not continue after a worker ended in this way.
    var code: ExitCode { if case .exit(let code) = self { ExitCode(rawValue: code) ?? .fault } else { .fault } }
}
