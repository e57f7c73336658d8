import DualCamConfig
import DualCamPlan
import Glibc

/// The session's one-way state machine: pure, so that a table can test it. Time is what it is told, counted from the
/// session's begin.
///
/// It hands inputs to the concerns that it is made of, and does what they want.
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
    /// Notices outputs of which no frame is written.
    var still = StillOutputWatch()
    /// The stretches in which outputs stood still, of this part.
    var stillSpells: [SessionHistory.StillSpell] = []
    var storage: StorageMonitor
    var fileSizes = FileSizeWatch()
    var machine: MachineMonitor
    var losses: LossLog
    /// The ledger as whoever reads it understands it, of all parts.
    var ledger: SessionHistory
    var failures: FailureLog
    var status = StatusReporter()
    /// Tells whether the end of the recording makes progress.
    var finish = FinishWatch(at: .zero)
    var direction = LiveSettings()

    /// - Parameters:
    ///   - folder: path of the session's folder.
    ///   - wallStart: Unix nanoseconds when the session, or this part of it, began.
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

    /// Takes in what happened at `now`; returns what is to be done about it.
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
        case .graphClosed, .measured, .chaptered, .digested, .inspected, .saved: handleAnswer(input)
        }
    }

    /// Handles the results of the actions at the end.
    private mutating func handleAnswer(_ input: SessionInput) {
        switch input {
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
        default: break
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

// MARK: What comes in

/// A session's life; it only ever goes forward.
package enum Phase: Sendable, Comparable {
    /// There is no folder, and nothing is recorded; the graph runs, or is being started.
    case standby
    case preparing, running, finishing, finished
}

/// A moment the session waits for.
enum Deadline: Sendable, Hashable {
    /// Recording must have begun.
    case start
    /// Another second of the self-timer is over.
    case countdown
    /// The next segment's files are to be asked for.
    case segment
    /// The main camera is to change by itself.
    case switching
    /// The common end that was scheduled is reached.
    case end
    /// Stalled inputs are to be abandoned.
    case stall
    /// All files must be finished.
    case finish
    /// The graph must be closed.
    case close
    /// The session's journal must be written.
    case save
}

/// The reason why older sessions are deleted. The raw values stand in events and in the ledger.
enum Deletion: String, Sendable, Equatable {
    case whenFull = "when-full"
    case retain
}

/// The inputs of the state machine.
enum SessionInput: Sendable, Equatable {
    /// The folder is there. Free bytes on its disk, `nil` when not known.
    case begin(freeBytes: Int64?)
    /// The graph stands by or, with a failure, does not.
    case standing(GraphFailure?)
    /// The folder of a take that begins is there at this path or, with a failure, is not. `unixNanoseconds`: its time.
    case sessionMade(String, unixNanoseconds: Int64, SessionFailure?)
    case graph(GraphEvent)
    case startFailed(GraphFailure)
    case applyFailed(GraphChange, GraphFailure)
    case stop(StopReason)
    case command(CommandNumber, ControlCommand)
    /// The graph has carried out what was directed, or has not.
    case directed(Direction, Result<RunningTime?, GraphFailure>)
    /// The controls of the cameras whose devices have answered: once a second, and whenever controls have been set.
    case controls([InputName: [ControlFacts]])
    /// Somebody wants to know how things are.
    case stateAsked
    case deadline(Deadline)
    /// The graph has carried out a change that the session waits for.
    case applied(GraphChange)
    /// The graph's statistics and the clocks, four times a second.
    case reading(GraphStatistics, ClockReading)
    /// The bytes left on the folder's disk, once a second; `nil`: not known.
    case space(Int64?)
    /// The reason why no take could begin, once a minute while nothing is recorded; `nil`: none is known.
    case obstacle(SessionFailure?)
    /// The session's folder is gone, or takes nothing any more. Told once.
    case folderLost(FolderLoss)
    /// The machine's sensors and counters, once a second.
    case machine(MachineReading)
    /// A folder for an output's next file is there or, with an error, is not.
    case folderMade(String, for: OutputName, FolderFailure?)
    /// Older sessions were deleted; none when there was nothing to delete.
    case deleted([DeletedSession], Deletion)
    case deletionFailed(FolderFailure)
    /// Older sessions stayed that `storage.retain` would not have kept.
    case notDeleted([FolderFailure])
    /// The graph is closed, or has given up trying.
    case graphClosed(GraphFailure?)
    /// The size of a file on its disk; `nil` when not known.
    case measured(path: String, bytes: Int64?)
    /// A file has its chapters or, with a problem, has none.
    case chaptered(path: String, bytes: Int64?, problem: String?)
    case digested(path: String, bytes: Int64?, digest: String?, problem: String?)
    /// Every file has been measured.
    case inspected
    case ledgerFailed(FolderFailure)
    /// The size limit of files in the session's folder, and whether the folder has locks.
    case folderFacts(FolderFacts)
    /// The measured properties of the folder's disk; comes only with `recording.max-loss`.
    case storageProbed(StorageFacts)
    /// The last `session.json` is on the disk or, with an error, is not; or the folder has been discarded.
    case saved(FolderFailure?)
}

// MARK: What is to be done

/// The actions that the state machine wants done. They are carried out in their order, but none is waited for.
enum SessionAction: Sendable, Equatable {
    /// Open the devices, and record nothing yet.
    case standBy
    /// Make the folder of a take that begins.
    case makeSession
    /// Keep directed settings for the next take, too.
    case remember(Directed)
    /// `after`: how much later than everything delivers; `nil`: as the plan has it.
    case start([FileRequest], after: Duration?)
    case apply(GraphChange)
    case direct(Direction)
    case answer(CommandNumber, Result<ControlAnswer, ControlRefusal>)
    case tellState(ControlState)
    case tellLevels(SoundLevels, at: RunningTime)
    case record(LedgerEntry)
    case emit(SessionEvent)
    /// `at` counts from the session's begin; an armed deadline is moved.
    case arm(Deadline, at: Duration)
    case disarm(Deadline)
    case close(within: Duration)
    /// Measure these files.
    case inspect([RecordedFile])
    /// Write chapters into a finished file.
    case addChapters(String, [Chapter])
    /// Compute a finished file's digest, after those that were asked for before.
    case digest(String)
    /// Make a folder for an output's next file.
    case makeFolder(String, for: OutputName)
    /// Delete the oldest finished session.
    case deleteOldest
    /// Delete finished sessions beyond the rule.
    case retain(Retention)
    /// Write `session.json`.
    case save(Manifest)
    /// Remove `leftovers`, write `session.json` and, when everything is whole, take the mark away.
    case complete(Manifest, leftovers: [String])
    /// Remove the folder and these files: nothing was recorded.
    case discard([String])
}
