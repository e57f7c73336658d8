import DualCamConfig
import DualCamPlan
import Glibc

/// The state machine of a recording session. It is pure, so that tests can drive it by tables.
///
/// Time comes in with each input, counted from the beginning of the session. The machine passes each input to the
/// component that it concerns. It then carries out the effects that the component requests.
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
    /// The watch for outputs into which no frame is written.
    var still = StillOutputWatch()
    /// The stretches of this part in which an output wrote no frames.
    var stillSpells: [SessionHistory.StillSpell] = []
    var storage: StorageMonitor
    var fileSizes = FileSizeWatch()
    var machine: MachineMonitor
    var losses: LossLog
    /// The state that a reader of the ledger would reconstruct, across all parts.
    var ledger: SessionHistory
    var failures: FailureLog
    var status = StatusReporter()
    /// The watch for progress while the recording ends.
    var finish = FinishWatch(at: .zero)
    var direction = LiveSettings()

    /// - Parameters:
    ///   - folder: The path of the session's folder; empty while the session stands by.
    ///   - wallStart: Unix nanoseconds at the beginning of the session, or of this part of it.
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

    /// Handles an input at the time `now`, and returns the actions that follow from it.
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
    /// No folder exists and nothing is recorded; the graph runs or is being started.
    case standby
    case preparing, running, finishing, finished
}

/// A time at which the session has to act by itself.
enum Deadline: Sendable, Hashable {
    /// The time limit for the beginning of the recording.
    case start
    /// The end of the next whole second of the self-timer.
    case countdown
    /// The time to request the files of the next segment.
    case segment
    /// The time of the next automatic change of the main camera.
    case switching
    /// The scheduled common end of the recording.
    case end
    /// The time to abandon stalled inputs.
    case stall
    /// The time limit for finishing all files.
    case finish
    /// The time limit for closing the graph.
    case close
    /// The time limit for writing the final `session.json`, or for removing the folder.
    case save
}

/// The reason why older sessions are deleted. The raw values appear in events and in the ledger.
enum Deletion: String, Sendable, Equatable {
    case whenFull = "when-full"
    case retain
}

/// An input of the state machine.
enum SessionInput: Sendable, Equatable {
    /// The session begins. Its folder exists, unless the session stands by. `freeBytes`: the free bytes on the disk;
    /// `nil` if unknown.
    case begin(freeBytes: Int64?)
    /// The graph has opened the devices and stands by, or has failed to.
    case standing(GraphFailure?)
    /// The folder of a new take was made at this path, or could not be made. `unixNanoseconds`: the time of the
    /// attempt.
    case sessionMade(String, unixNanoseconds: Int64, SessionFailure?)
    case graph(GraphEvent)
    case startFailed(GraphFailure)
    case applyFailed(GraphChange, GraphFailure)
    case stop(StopReason)
    case command(CommandNumber, ControlCommand)
    /// The graph has carried out a direction, or has failed to. The time is that of the first frame that shows the
    /// direction.
    case directed(Direction, Result<RunningTime?, GraphFailure>)
    /// The controls of the cameras whose devices have answered. Comes once a second, and whenever controls have been
    /// set.
    case controls([InputName: [ControlFacts]])
    /// A caller asks for the current state.
    case stateAsked
    case deadline(Deadline)
    /// The graph has carried out a change that the session waits for.
    case applied(GraphChange)
    /// The graph's statistics and the clocks, four times a second.
    case reading(GraphStatistics, ClockReading)
    /// The free bytes on the folder's disk, once a second; `nil` if unknown.
    case space(Int64?)
    /// The reason why no take could begin now; `nil` if none is known. While nothing is recorded, it comes once a
    /// minute, and every two seconds while there is such a reason.
    case obstacle(SessionFailure?)
    /// The session's folder is missing or accepts no more data. Comes once.
    case folderLost(FolderLoss)
    /// The machine's sensors and counters, once a second.
    case machine(MachineReading)
    /// The folder for an output's next file was made, or could not be made.
    case folderMade(String, for: OutputName, FolderFailure?)
    /// Older sessions were deleted; empty if there was nothing to delete.
    case deleted([DeletedSession], Deletion)
    case deletionFailed(FolderFailure)
    /// Sessions could not be deleted although `storage.retain` does not keep them.
    case notDeleted([FolderFailure])
    /// The graph is closed, or an attempt to close it has failed.
    case graphClosed(GraphFailure?)
    /// The size of a file on its disk; `nil` if unknown.
    case measured(path: String, bytes: Int64?)
    /// The chapters of a file were written, or could not be written because of `problem`.
    case chaptered(path: String, bytes: Int64?, problem: String?)
    case digested(path: String, bytes: Int64?, digest: String?, problem: String?)
    /// All files have been measured.
    case inspected
    case ledgerFailed(FolderFailure)
    /// The size limit of files in the session's folder, and whether the folder supports locks.
    case folderFacts(FolderFacts)
    /// The measured properties of the folder's disk. Comes only with `recording.max-loss`.
    case storageProbed(StorageFacts)
    /// The last `session.json` was written, or the folder was removed; with a failure if that was not possible.
    case saved(FolderFailure?)
}

// MARK: Actions

/// An action that the state machine requests. Actions are started in order; the machine waits for none of them.
enum SessionAction: Sendable, Equatable {
    /// Opens the devices without recording.
    case standBy
    /// Makes the folder of a new take.
    case makeSession
    /// Keeps the directed settings for the next take, too.
    case remember(Directed)
    /// Starts the recording. `after`: the delay from the time at which all inputs deliver; `nil`: as planned.
    case start([FileRequest], after: Duration?)
    case apply(GraphChange)
    case direct(Direction)
    case answer(CommandNumber, Result<ControlAnswer, ControlRefusal>)
    case tellState(ControlState)
    case tellLevels(SoundLevels, at: RunningTime)
    case record(LedgerEntry)
    case emit(SessionEvent)
    /// Sets a timer for a deadline. `at` counts from the beginning of the session. A timer that is already set is
    /// moved.
    case arm(Deadline, at: Duration)
    case disarm(Deadline)
    case close(within: Duration)
    /// Measures the sizes of these files.
    case inspect([RecordedFile])
    /// Writes chapters into a finished file.
    case addChapters(String, [Chapter])
    /// Computes the digest of a finished file. Digests are computed in the order of the requests.
    case digest(String)
    /// Makes a folder for an output's next file.
    case makeFolder(String, for: OutputName)
    /// Deletes the oldest finished session.
    case deleteOldest
    /// Deletes the finished sessions that the retention rule does not keep.
    case retain(Retention)
    /// Writes `session.json`.
    case save(Manifest)
    /// Removes the files `leftovers`, writes `session.json` and, if the session is whole, removes the mark of an
    /// unfinished session.
    case complete(Manifest, leftovers: [String])
    /// Removes the folder and these files, because nothing was recorded.
    case discard([String])
}
