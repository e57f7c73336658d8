import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The supervisor's state and rules for starting, watching and replacing workers. It does no I/O, so that tests can run
/// it with tables. Times called `now` count from the supervisor's start; `wall` is Unix time in nanoseconds.
package struct SupervisionState: Sendable {
    struct Worker {
        var pid: Int32
        var began: Duration
        var beat = Heartbeat()
        var heartbeats = 0
        var hasRecorded = false
        /// True once a worker of `dualcam serve` has opened the devices, which counts as having recorded.
        var hasStoodBy = false
        var isAnnounced = false
        /// True if the worker's session has a folder. The folder is removed if nothing was recorded.
        var hasFolder = false
        /// `takes`: the folders of the worker's newest takes; `settledTakes`: the folders for which finishing was
        /// requested.
        var takes: [String] = []
        var settledTakes: [String] = []
        /// The Unix time, in nanoseconds, at which the worker began to finish its files; `nil` before that.
        var finishing: Int64?
        /// The reason why the supervisor is killing the worker; `nil` if it is not.
        var killReason: WorkerEnding?
        var watch: HangWatch
    }

    /// The initial state of the watch for hangs and high memory use. Each new worker gets a copy.
    private let hangWatch: HangWatch
    let serves: Bool

    package internal(set) var folder: String?
    package private(set) var measurement = Measurement(bytes: 0, changed: nil, memory: nil)
    /// True if any worker of this supervisor has recorded anything.
    package private(set) var hasRecorded = false
    /// The last heartbeat received from any worker, which may have ended; `nil` if there was none.
    package private(set) var lastBeat: Heartbeat?
    private var policy = RestartPolicy()
    var worker: Worker?
    /// True from the decision to start a worker until the worker has started.
    private(set) var isStarting = false
    /// The start and reason of the current interval in which nothing is recorded; `nil` if there is none.
    private var gap: (from: Int64, reason: String)?
    var hasToldOfMetrics = false
    var closing = Closing()
    var relocation: Relocation
    var deadline: RecordingDeadline
    /// The exit code of the last worker that ended. It explains why nothing is being recorded.
    private(set) var lastRefusal = ExitCode.unavailable
    private(set) var now = Duration.zero
    private(set) var wall: Int64 = 0
    private var actions: [SupervisionAction] = []

    /// Creates the state. `hang` is the time without file growth after which a recording worker is considered hung.
    /// `memoryLimit` is in bytes; `nil` for none. `serves` is true if workers stand by between takes.
    package init(
        hang: Duration, memoryLimit: Int64?, serves: Bool = false, deadline: RecordingDeadline = RecordingDeadline(),
        relocation: Relocation = Relocation(fallback: nil, directory: "")
    ) {
        hangWatch = HangWatch(hang: hang, memoryLimit: memoryLimit)
        (self.serves, self.deadline, self.relocation) = (serves, deadline, relocation)
    }

    /// The current worker's last heartbeat; `nil` between workers and before a worker's first heartbeat.
    package var beat: Heartbeat? { worker.flatMap { $0.heartbeats > 0 ? $0.beat : nil } }
    package var heartbeats: Int { worker?.heartbeats ?? 0 }
    package var pid: Int32? { worker?.pid }
    package var isStopping: Bool { !closing.signals.isEmpty }
    /// The number of workers that were started to replace another.
    package var restarts: Int { policy.restarts }

    /// Processes an input at the time `now`. Returns the actions that the supervisor must perform.
    package mutating func observe(_ input: SupervisionInput, at now: Duration, wall: Int64) -> [SupervisionAction] {
        (self.now, self.wall) = (now, wall)
        apply(input)
        defer { actions = [] }
        return actions
    }

    private mutating func apply(_ input: SupervisionInput) {
        switch input {
        case .begin:
            deadline.begin(at: now, wall: wall)
            spawn()
        case .signal(let signal): pass(signal)
        case .started(let pid):
            isStarting = false
            worker = Worker(pid: pid, began: now, watch: hangWatch)
            measurement.memory = nil
            for number in closing.signals { actions.append(.send(number)) }
        case .heartbeat(let pid, let beat): if pid == worker?.pid { apply(beat) }
        case .ended(let pid, let ending): if pid == worker?.pid { ended(ending) }
        case .measured(let measurement): apply(measurement)
        case .tick:
            watch()
            keepTime()
            keepWaiting()
        case .finishing: closing.waiting = now
        case .metricsFailed(let path, let reason): metricsFailed(path, reason)
        case .due:
            if worker == nil, (!isStopping && closing.code == nil) || planted(.startedInEnd) { spawn() }
        case .looked(let isMarked):
            if let code = closing.code { isMarked && !planted(.leftUnfinished) ? settle(then: code) : finish(code) }
        case .settled(let code, let proof): settled(code, proof)
        case .examined(let loss): examined(loss)
        case .finishedAside(let folder, let code, let proof): finishedAside(folder, code, proof)
        case .finishedTake(let folder, let code): finishedTake(folder, code)
        case .quitPressed: if !isStopping { pass(.interrupt) }
        }
    }

    private mutating func spawn() {
        isStarting = true
        actions.append(relocation.current.map { .goOn($0, resuming: folder) } ?? .spawn(resuming: folder))
    }

    mutating func act(_ action: SupervisionAction) { actions.append(action) }

    mutating func pass(_ signal: TerminationSignal) {
        closing.signals.append(signal.rawValue)
        if planted(.workerLeft), closing.signals.count > 1 { return finish(.finished) }
        if worker != nil { return actions.append(.send(signal.rawValue)) }
        // Between two workers, only the session itself remains to be finished.
        guard !isStarting, closing.code == nil else { return }
        if relocation.examination == nil { settle(then: .finished) } else { closing.code = .finished }
    }
}

// MARK: The life of a worker
extension SupervisionState {
    private mutating func apply(_ beat: Heartbeat) {
        guard var worker else { return }
        worker.beat = beat
        worker.heartbeats += 1
        lastBeat = beat
        if beat.stage == .standby { standsBy(&worker) }
        if let folder = beat.folder {
            self.folder = folder
            // A session that has recorded nothing yet may have no ledger and leaves no files.
            if !worker.isAnnounced, hasRecorded || beat.stage == .recording {
                tell(.workerStarted(pid: worker.pid))
                worker.isAnnounced = true
            }
        } else if beat.stage == .finishing, !hasRecorded || worker.hasFolder {
            folder = nil
        }
        worker.hasFolder = beat.folder != nil
        if serves { finishTakes(of: &worker, beat) }
        if beat.stage == .finishing { worker.finishing = worker.finishing ?? wall }
        if beat.stage == .recording { deadline.observe(beat, at: now, wall: wall) }
        if beat.stage == .recording, !worker.hasRecorded {
            worker.hasRecorded = true
            hasRecorded = true
            relocation.hasArrived()
            if let gap, !planted(.gapUntold) {
                tell(.gap(from: gap.from, to: max(gap.from, beat.began ?? wall), reason: gap.reason))
            }
            gap = nil
        }
        self.worker = worker
    }

    /// Resets the state of the recording when the worker stands by between takes.
    private mutating func standsBy(_ worker: inout Worker) {
        (folder, gap) = (nil, nil)
        relocation.forget()
        deadline = RecordingDeadline()
        worker.hasStoodBy = true
        if !worker.isAnnounced { tell(.workerStarted(pid: worker.pid)) }
        worker.isAnnounced = true
    }

    /// Stores a measurement of the worker. After a hung worker is killed, keeps the time of the last file change. A
    /// file server that responds again would otherwise give late data a newer time.
    private mutating func apply(_ new: Measurement) {
        let changed = measurement.changed
        measurement = new
        if worker?.killReason == .hung, let changed { measurement.changed = changed }
    }

    private mutating func watch() {
        guard var worker else { return }
        let reading = HangWatch.Reading(
            stage: worker.beat.stage, isFlowing: worker.beat.isFlowing, heartbeats: worker.heartbeats,
            bytes: measurement.bytes, memory: measurement.memory, timeouts: worker.beat.timeouts)
        switch worker.watch.observe(reading, at: now) {
        case .killHung: end(&worker, .hung)
        case .killLeaking: end(&worker, .memory)
        case .handOver: actions.append(.handOver)
        case nil: break
        }
        self.worker = worker
    }

    private mutating func end(_ worker: inout Worker, _ killReason: WorkerEnding) {
        worker.killReason = killReason
        actions.append(.send(9))
    }

    private mutating func ended(_ seen: WorkerEnding) {
        guard let worker else { return }
        self.worker = nil
        endedByLimit(worker)
        let ending = seen == .exit(ExitCode.handedOver.rawValue) ? .memory : worker.killReason ?? seen
        if isStopping || isLastWord(worker.beat.ending) { return endedAtTheEnd(worker, ending) }
        let isProven = worker.hasRecorded || worker.hasStoodBy
        defer { if hasEndedTake(worker.beat.ending) { folder = nil } }
        lastRefusal = ending.code
        if isNowhere(worker, ending) { return endNowhere(ending) }
        switch policy.observe(ending, lived: now - worker.began, hasRecorded: isProven) {
        case .end(let code): end(with: ExitCode(rawValue: code) ?? .fault)
        case .giveUp:
            lose(worker, ending, delay: nil)
            actions.append(
                .note(
                    "error: No process came as far as recording in \(RestartPolicy.attempts) attempts. Look for the "
                        + "plugin at fault with 'dualcam run --verbose ...', and report it.", .error))
            actions.append(.end(.fault))
        case .restart(let delay):
            lose(worker, ending, delay: delay)
            if serves { finishTakes(of: worker) }
            if let folder, mayHaveLostFolder(worker, ending) { return examine(folder, then: delay) }
            actions.append(.arm(after: delay))
        }
    }

    private mutating func lose(_ worker: Worker, _ ending: WorkerEnding, delay: Duration?) {
        let isLeaving = worker.beat.ending == StopReason.folderLost.rawValue && delay != nil
        // The loss of a folder is reported in more detail after the folder has been examined.
        if !isLeaving { tell(.workerLost(pid: worker.pid, ending, delay: delay)) }
        guard hasRecorded, gap == nil || planted(.gapShortened), folder != nil, !hasEndedTake(worker.beat.ending) else {
            return
        }
        // A worker that finishes its files changes them but records nothing, so the gap begins at `finishing`.
        gap =
            isLeaving
            ? (planted(.gapAfterClosing) ? wall : worker.finishing ?? wall, StopReason.folderLost.rawValue)
            : (planted(.gapFromDeath) ? wall : measurement.changed.map { min($0, wall) } ?? wall, ending.reason)
    }

    private mutating func tell(_ kind: SupervisionNews.Kind) {
        actions.append(.tell(SupervisionNews(kind: kind, time: wall), folder: folder))
    }
}

// MARK: Ending
extension SupervisionState {
    /// Ends the supervisor after a worker that no other worker follows, if necessary after finishing its files.
    private mutating func endedAtTheEnd(_ worker: Worker, _ ending: WorkerEnding) {
        let left = worker.hasRecorded && worker.beat.ending == StopReason.failure.rawValue
        if case .exit(let code) = ending, !left || code != ExitCode.fault.rawValue {
            return end(with: ExitCode(rawValue: code) ?? .fault)
        }
        if case .signal(let number) = ending, closing.signals.contains(number), folder == nil {
            return actions.append(.die(number))
        }
        lose(worker, ending, delay: nil)
        switch worker.beat.ending {
        case StopReason.diskFull.rawValue: settle(then: .diskFailed)
        case StopReason.heat.rawValue, StopReason.battery.rawValue:
            settle(then: planted(.heatSettled) ? .finished : .heat)
        default: settle(then: folder == nil ? .fault : .finished)
        }
    }

    /// Ends the supervisor with an exit code, after checking for files that a lost worker or a failed output did not
    /// finish. On a full disk, the space reserved by the session suffices to finish them.
    private mutating func end(with code: ExitCode) {
        guard hasRecorded, let folder else { return finish(code) }
        closing.code = code
        actions.append(.look(folder))
    }

    mutating func settle(then code: ExitCode) {
        (closing.code, closing.waiting) = (code, now)
        guard let folder else { return finish(code) }
        actions.append(.note("finishing what was left in \(folder)", .information))
        actions.append(.settle(folder))
    }

    /// Ends the supervisor after the process that finished the session's remaining files has ended.
    ///
    /// - Parameter proof: The audit's exit code, used if nothing else went wrong; `nil` without an audit.
    private mutating func settled(_ code: Int32, _ proof: ExitCode?) {
        closing.hasSettled = true
        let folder = folder ?? "its folder"
        guard code == 0 else {
            actions.append(
                .note(
                    "error: \(folder) could not be finished (exit code \(code)). What it holds up to about the last second "
                        + "can be played; try 'dualcam recover'.", .error))
            return finish(ExitCode(rawValue: code).flatMap { $0 == .usage ? nil : $0 } ?? .fault)
        }
        actions.append(.note("finished \(folder)", .information))
        let own = closing.code ?? .finished
        finish(own == .finished ? proof ?? own : own)
    }
}
