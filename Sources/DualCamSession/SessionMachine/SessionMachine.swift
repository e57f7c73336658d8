import DualCamConfig
import DualCamPlan
import DualCamRecordings
import Glibc

/// The state machine of a recording session. It does no I/O and reads no clock, so that tests can run it with tables of
/// inputs and expected actions.
///
/// Each input has a time, relative to the beginning of the session. The machine passes each input to the component
/// that handles it, and then performs the effects that the component requests.
struct SessionMachine: Sendable {
    var order: SessionOrder
    var queue = ActionQueue()
    var life: Lifecycle
    var folder: FolderState
    var clocks: SessionClocks
    var take: TakeState
    var files: FileLog
    var inputs: InputMonitor
    var signals = SignalMonitor()
    var outputs: OutputWatch
    /// Detects outputs into which no frames are written although their inputs deliver frames.
    var still = StillOutputWatch()
    /// The intervals of this part in which an output wrote no frames although its inputs delivered frames.
    var stillSpells: [SessionHistory.StillSpell] = []
    var storage: StorageMonitor
    var fileSizes = FileSizeWatch()
    var machine: MachineMonitor
    var losses: LossLog
    /// The history that a reader of the ledger would compute from it, across all parts of the session.
    var ledger: SessionHistory
    var failures: FailureLog
    var status = StatusReporter()
    /// Detects whether the recording still makes progress in finishing its files.
    var finish = FinishWatch(at: .zero)
    var direction = LiveSettings()

    /// Creates the state machine for a requested recording.
    ///
    /// - Parameters:
    ///   - folder: The path of the session's folder; empty while the session stands by.
    ///   - wallStart: The Unix time, in nanoseconds, at the beginning of the session or of this part.
    init(
        order: SessionOrder, folder: String, wallStart: Int64,
        calendar: @escaping @Sendable (Int64) -> WallTime = { WallTime.local($0) }
    ) {
        let (settings, history) = (order.settings, order.resuming?.history)
        (self.order, self.folder) = (order, FolderState(path: folder))
        life = Lifecycle(standsBy: order.standsBy)
        clocks = SessionClocks(wallStart: wallStart, calendar: calendar)
        take = TakeState(marks: history?.marks ?? [])
        files = FileLog(after: history)
        inputs = InputMonitor(absent: order.absent)
        outputs = OutputWatch(settings)
        storage = StorageMonitor(settings, order.rates)
        machine = MachineMonitor(settings, after: history)
        losses = LossLog(after: history)
        ledger = history ?? SessionHistory()
        failures = FailureLog(hasFallback: settings.recording.fallback != nil)
        (direction.pipeline, direction.controls) = (order.pipeline, order.controls)
        (direction.settings, direction.muted) = (order.directed.settings, order.directed.muted)
    }

    /// Processes an input at the time `now`. Returns the actions that the session must perform.
    mutating func observe(_ input: SessionInput, at now: Duration) -> [SessionAction] {
        guard phase < .finished else { return [] }
        queue.advance(to: now)
        handle(input)
        return queue.drain()
    }

    private mutating func handle(_ input: SessionInput) {
        switch input {
        case .begin(let free): begin(free)
        case .standing(let failure): standing(failure)
        case .sessionMade(let path, let wall, let failure): sessionMade(path, wall, failure)
        case .graph(let event): handle(event)
        case .startFailed(let failure): fail(SessionFailure(failure))
        case .applied(let change): applied(change)
        case .applyFailed(let change, let failure): applyFailed(change, failure)
        case .stop(let reason): stop(reason)
        case .deadline(let deadline): if queue.fire(deadline) { reach(deadline) }
        case .reading(let statistics, let clocks): read(statistics, clocks)
        case .space(let free): space(free)
        case .obstacle(let failure): noteObstacle(failure)
        case .folderLost(let loss): folderLost(loss)
        case .machine(let reading): read(reading)
        case .command(let number, let command): self.command(number, command)
        case .directed(let direction, let result): directed(direction, result)
        case .controls(let facts): direction.controls.merge(facts) { $1 }
        case .stateAsked: act(.tellState(controlState))
        case .folderMade(_, let output, let failure): folderMade(output, failure)
        case .deleted(let sessions, let why): perform(storage.deleted(sessions, why, in: context))
        case .deletionFailed(let failure): perform(storage.deletionFailed(failure, in: context))
        case .notDeleted(let failures): perform(storage.notDeleted(failures))
        case .ledgerFailed(let failure): perform(folder.ledgerFailed(failure))
        case .storageProbed(let facts): if let failure = facts.failure(in: context) { fail(failure) }
        case .folderFacts(let facts): apply(facts)
        case .graphClosed(let failure): graphClosed(failure)
        case .measured(let path, let bytes): files.measure(path, bytes)
        case .chaptered(let path, let bytes, let problem):
            perform(files.chaptered(path, bytes, problem, isHasty: life.isHastened, in: folder.path))
            completeWhenInspected()
        case .digested(let path, let bytes, let digest, let problem):
            perform(files.digested(path, bytes, digest, problem, in: folder.path))
            completeWhenInspected()
        case .inspected:
            files.completion.measured()
            completeWhenInspected()
        case .saved(let failure): saved(failure)
        }
    }

    private mutating func reach(_ deadline: Deadline) {
        switch deadline {
        case .start: perform(inputs.startTimedOut(in: context))
        case .countdown: countDown()
        case .segment: reachBoundary()
        case .switching: switchMain()
        case .end: reachEnd()
        case .stall: abandonStalledInputs()
        case .finish: giveUpFiles()
        case .close: graphClosed(GraphFailure(.timeout, message: "The devices were not given back in time."))
        case .save: saved(FolderFailure(.write, path: folder.path, errorNumber: ETIMEDOUT))
        }
    }
}

// MARK: Inputs

/// The phase of a session. A session never returns to an earlier phase.
package enum Phase: Sendable, Comparable {
    /// The session has no folder and records nothing. Its graph runs or is being started.
    case standby
    case preparing, running, finishing, finished
}

/// The types of timers. When a timer runs out, the session acts without any other input.
enum Deadline: Sendable, Hashable {
    /// The time limit for the recording to begin.
    case start
    /// The time at which the countdown's next whole second ends.
    case countdown
    /// The time at which the files of the next segment must be requested.
    case segment
    /// The time of the next automatic change of the main camera.
    case switching
    /// The scheduled end of the recording.
    case end
    /// The time at which inputs are abandoned if they hold up the finishing of files.
    case stall
    /// The time limit for finishing all files.
    case finish
    /// The time limit for closing the graph.
    case close
    /// The time limit for writing the final `session.json`, or for removing the session's folder.
    case save
}

/// The reason why older sessions are deleted. The raw values appear in events and in the ledger.
enum Deletion: String, Sendable, Equatable {
    case whenFull = "when-full"
    case retain
}

/// An input to the session machine, such as a graph event, a reading or a command.
enum SessionInput: Sendable, Equatable {
    /// The session begins. Its folder exists, unless the session stands by. `freeBytes`: the free bytes on the disk;
    /// `nil` if unknown.
    case begin(freeBytes: Int64?)
    /// The graph has opened the devices and stands by, or has failed to open them.
    case standing(GraphFailure?)
    /// The folder of a new take was created at this path, or could not be created. `unixNanoseconds`: the Unix time of
    /// the attempt.
    case sessionMade(String, unixNanoseconds: Int64, SessionFailure?)
    case graph(GraphEvent)
    case startFailed(GraphFailure)
    case applyFailed(GraphChange, GraphFailure)
    case stop(StopReason)
    case command(CommandNumber, ControlCommand)
    /// The graph has made a requested change, or has failed to make it. The time is that of the first frame that shows
    /// the change; `nil` if unknown.
    case directed(Direction, Result<RunningTime?, GraphFailure>)
    /// The controls of all cameras whose devices have responded. Sent once a second and whenever controls are set.
    case controls([InputName: [ControlFacts]])
    /// A caller asks for the session's current state.
    case stateAsked
    case deadline(Deadline)
    /// The graph has made a change that the session was waiting for, such as restoring an output.
    case applied(GraphChange)
    /// A reading of the graph's statistics and the clocks, four times a second.
    case reading(GraphStatistics, ClockReading)
    /// The free bytes on the disk of the session's folder, once a second; `nil` if unknown.
    case space(Int64?)
    /// The reason why no take could begin now; `nil` if none is known. Sent once a minute while nothing is recorded,
    /// but every two seconds while there is such a reason.
    case obstacle(SessionFailure?)
    /// The session's folder is missing or accepts no more data. Sent once.
    case folderLost(FolderLoss)
    /// A reading of the machine's sensors and counters, once a second.
    case machine(MachineReading)
    /// The folder for an output's next file was created, or could not be created.
    case folderMade(String, for: OutputName, FolderFailure?)
    /// Older sessions were deleted. The list is empty if there was nothing to delete.
    case deleted([DeletedSession], Deletion)
    case deletionFailed(FolderFailure)
    /// Sessions that `storage.retain` does not keep could not be deleted.
    case notDeleted([FolderFailure])
    /// The graph is closed, or closing it has failed.
    case graphClosed(GraphFailure?)
    /// The size of a recorded file was measured. `bytes` is `nil` if the size could not be determined.
    case measured(path: String, bytes: Int64?)
    /// The chapters of a file were written, or could not be written because of `problem`. `bytes`: the file's size
    /// after the attempt; `nil` if unknown.
    case chaptered(path: String, bytes: Int64?, problem: String?)
    case digested(path: String, bytes: Int64?, digest: String?, problem: String?)
    /// The sizes of all recorded files have been measured.
    case inspected
    case ledgerFailed(FolderFailure)
    /// The limits of the session's folder: its maximum file size, whether its file system supports locks, and problems
    /// with a group's access to it.
    case folderFacts(FolderFacts)
    /// The measured properties of the disk of the session's folder. Sent only if `recording.max-loss` is set.
    case storageProbed(StorageFacts)
    /// The final `session.json` was written or the session's folder was removed, or this failed.
    case saved(FolderFailure?)
}

// MARK: Actions

/// An action that the session machine requests. Actions begin in the order of the requests, and the machine does not
/// wait for them.
enum SessionAction: Sendable, Equatable {
    /// Opens the devices without recording.
    case standBy
    /// Creates the folder of a new take.
    case makeSession
    /// Stores the settings that commands have changed, so that they also apply to the next take.
    case remember(Directed)
    /// Starts the recording into these files. `after`: the delay of its start, from the moment at which all inputs
    /// deliver; `nil` for the planned delay.
    case start([FileRequest], after: Duration?)
    case apply(GraphChange)
    case direct(Direction)
    case answer(CommandNumber, Result<ControlAnswer, ControlRefusal>)
    case tellState(ControlState)
    case tellLevels(SoundLevels, at: RunningTime)
    case record(LedgerEntry)
    case emit(SessionEvent)
    /// Sets the timer of a deadline, or moves the timer if it is already set. `at` is the time since the beginning of
    /// the session.
    case arm(Deadline, at: Duration)
    case disarm(Deadline)
    case close(within: Duration)
    /// Measures the sizes of these files.
    case inspect([RecordedFile])
    /// Writes chapters into the finished file at this path.
    case addChapters(String, [Chapter])
    /// Computes the digest of the finished file at this path. Digests are computed in the order of the requests.
    case digest(String)
    /// Creates the folder at this path for an output's next file.
    case makeFolder(String, for: OutputName)
    /// Deletes the oldest finished session.
    case deleteOldest
    /// Deletes the finished sessions that the retention rule does not keep.
    case retain(Retention)
    /// Writes `session.json`.
    case save(Manifest)
    /// Removes the files `leftovers` and writes `session.json`. If the session is complete, also removes the file that
    /// marks it as unfinished.
    case complete(Manifest, leftovers: [String])
    /// Removes the session's folder and these files, because nothing was recorded.
    case discard([String])
}
