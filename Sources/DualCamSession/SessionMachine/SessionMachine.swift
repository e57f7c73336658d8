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
    var outputs: OutputMonitor
    var storage: StorageMonitor
    var machine: MachineMonitor
    var losses: LossLog
    var failures: FailureLog
    var status = StatusReporter()
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
        outputs = OutputMonitor(settings)
        storage = StorageMonitor(settings)
        machine = MachineMonitor(settings, after: history)
        losses = LossLog(after: history)
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
        case .graphClosed, .measured, .chaptered, .digested, .inspected, .saved: takeAnswer(input)
        }
    }

    /// Handles the results of the actions at the end.
    private mutating func takeAnswer(_ input: SessionInput) {
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
