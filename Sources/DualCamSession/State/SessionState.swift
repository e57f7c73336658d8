import DualCamConfig
import DualCamPlan
import Glibc

/// The session's one-way state machine: pure, so that a table can test it. Time is what it is told, counted from the
/// session's begin.
struct SessionState: Sendable {
    /// How far the end has come, within `Phase.finishing`.
    enum Ending: Int, Sendable { case files, closing, inspecting, saving }

    var order: SessionOrder
    /// Its path; empty: there is none yet.
    var folder: String
    /// Unix time as it is to stand in file names.
    let calendar: @Sendable (Int64) -> WallTime

    var phase: Phase
    var standby = StandbyBook()
    var ending: Ending?
    var reason: StopReason?
    var failures: [SessionFailure] = []
    /// Those of an output that records again.
    var healed: [SessionFailure] = []
    var files: [RecordedFile] = []

    var cameras: CameraWatch
    var outputs: OutputWatch
    var storage: StoragePolicy
    var clocks = ClockWatch()
    /// By microphone.
    var drift: [InputName: DriftLog] = [:]
    var load: LoadPolicy
    var rate = WriteRate()
    /// What load and heat ask for, each for itself, and what the graph was last told.
    var loadThrottle = Throttle.none
    var heatThrottle = Throttle.none
    var throttle = Throttle.none
    /// What was last told of the heat.
    var toldHeat = Throttle.none
    var combinedShedders: Set<Shedder> = []
    var heat: ThermalPolicy
    var power: PowerPolicy
    var pressure = PressureWatch()
    var hasReadMachine = false
    var battery: MachineReading.Battery?
    /// What was said of sensors that cannot be read.
    var toldProblems: Set<String> = []

    var timeline: Timeline
    var clock: String?
    var start: RunningTime?
    var end: RunningTime?
    /// The number that no file has yet.
    var nextNumber = 0
    /// How many boundaries have been announced since the last split (recorded time; `nil`: the start), and the newest of all.
    var boundaries = 0
    var boundaryBase: RunningTime?
    var announced: RunningTime?

    var hasBegun = false
    /// The graph has been asked to open the devices, and to record.
    var graphStarted = false
    var hasStarted = false
    var hastened = false
    /// Inputs the graph warned of before recording began.
    var silent: [BranchName] = []
    var dropped: [SessionHistory.Loss] = []
    var repeated: [SessionHistory.Loss] = []
    var absences: [Manifest.Absence] = []
    /// Of all parts.
    var shedStretches: [SessionHistory.ShedStretch] = []
    var thinned: [SessionHistory.Thinning] = []
    /// What was last said of an input that is out.
    var complaints: [InputName: String] = [:]
    /// Finished files whose digests have been asked for.
    var pendingDigests: Set<String> = []
    /// Finished files that are getting their chapters.
    var pendingChapters: Set<String> = []
    var isMeasured = false
    /// The failure that ended the recording is one of this process.
    var needsSuccessor = false
    var ledgerWarned = false
    var direction = DirectionBook()
    /// When the main camera changes by itself, and why it was last said not to.
    var switching = SwitchPolicy()
    var toldUnswitched: String?
    var cuts = CutList()
    var marks: [SessionHistory.Mark] = []
    var countdown: Countdown?
    /// When `recording.duration` is over, in recorded time, and when `recording.until` comes.
    var recordedEnd: RunningTime?
    var timeOfDay: RunningTime?
    var lastStatus: SessionEvent.Status?
    /// The newest of each microphone, in the order of their tracks.
    var lastLevels: [SoundLevels] = []

    var freeBytes: Int64?
    /// Older sessions are being deleted before the graph can be started.
    var isMakingRoom = false
    var inputsNow: [GraphStatistics.Input] = []
    var nextStatus = Duration.seconds(1)

    var now = Duration.zero
    private var armed: Set<Deadline> = []
    private var actions: [SessionAction] = []

    /// - Parameters:
    ///   - folder: path of the session's folder.
    ///   - wallStart: Unix nanoseconds when the session, or this part of it, began.
    init(
        order: SessionOrder, folder: String, wallStart: Int64,
        calendar: @escaping @Sendable (Int64) -> WallTime = { WallTime.local($0) }
    ) {
        (self.order, self.folder, self.calendar) = (order, folder, calendar)
        let settings = order.settings
        phase = order.standsBy ? .standby : .preparing
        timeline = Timeline(wallStart: wallStart)
        cameras = CameraWatch(absent: order.absent)
        outputs = OutputWatch(
            settings.outputs, hasFallback: settings.fallback != nil, limit: settings.helplessLimit)
        storage = StoragePolicy(settings)
        load = LoadPolicy(settings.budget ?? Budget())
        heat = ThermalPolicy(settings.thermal, hasCombined: settings.outputs.contains(.combined))
        power = PowerPolicy(settings.battery)
        (direction.pipeline, direction.controls) = (order.pipeline, order.controls)
        (direction.settings, direction.muted) = (order.directed.settings, order.directed.muted)
        if let history = order.resuming?.history { takeUp(history) }
    }

    var settings: SessionSettings { order.settings }

    private mutating func takeUp(_ history: SessionHistory) {
        nextNumber = history.nextSegment
        dropped = history.dropped
        (shedStretches, thinned, marks) = (history.shed, history.thinned, history.marks)
        files = history.files.map { file in
            var file = file
            file.isLeft = !file.isFinished
            return file
        }
    }

    /// Takes in what happened at `now`; returns what is to be done about it.
    mutating func observe(_ input: SessionInput, at now: Duration) -> [SessionAction] {
        guard phase < .finished else { return [] }
        self.now = max(self.now, now)
        take(input)
        defer { actions = [] }
        return actions
    }

    private mutating func take(_ input: SessionInput) {
        switch input {
        case .begin(let free): begin(free)
        case .standing(let failure): standing(failure)
        case .sessionMade(let path, let wall, let failure): sessionMade(path, wall, failure)
        case .graph(let event): take(event)
        case .startFailed(let failure): fail(SessionFailure(failure))
        case .applied(let change): applied(change)
        case .applyFailed(let change, let failure): applyFailed(change, failure)
        case .stop(let reason): stop(reason)
        case .deadline(let deadline): if armed.remove(deadline) != nil { reach(deadline) }
        case .reading(let statistics, let clocks): read(statistics, clocks)
        case .space(let free): space(free)
        case .machine(let reading): machine(reading)
        case .command(let number, let command): self.command(number, command)
        case .directed(let direction, let result): directed(direction, result)
        case .controls(let facts): direction.controls.merge(facts) { $1 }
        case .stateAsked: act(.tellState(controlState))
        case .folderMade(let path, let output, let failure): folderMade(path, output, failure)
        case .deleted(let sessions, let reason): deleted(sessions, reason)
        case .deletionFailed(let failure): deletionFailed(failure)
        case .graphClosed, .measured, .chaptered, .digested, .inspected, .ledgerFailed, .saved, .storageProbed:
            takeAnswer(input)
        }
    }

    /// What is answered at the end.
    private mutating func takeAnswer(_ input: SessionInput) {
        switch input {
        case .graphClosed(let failure): graphClosed(failure)
        case .measured(let path, let bytes): change(path) { $0.size = bytes }
        case .chaptered(let path, let bytes, let problem): chaptered(path, bytes, problem)
        case .digested(let path, let bytes, let digest, let problem): digested(path, bytes, digest, problem)
        case .inspected: inspected()
        case .ledgerFailed(let failure): ledgerFailed(failure)
        case .saved(let failure): saved(failure)
        case .storageProbed(let facts): storageProbed(facts)
        default: break
        }
    }

    private mutating func reach(_ deadline: Deadline) {
        switch deadline {
        case .start: startTimedOut()
        case .countdown: countDown()
        case .segment: reachBoundary()
        case .switching: switchMain()
        case .end: reachEnd()
        case .stall: abandonStalledInputs()
        case .finish: giveUpFiles()
        case .close: graphClosed(GraphFailure(.timeout, message: "The devices were not given back in time."))
        case .save: saved(FolderFailure(.write, path: folder, errorNumber: ETIMEDOUT))
        }
    }
}

// MARK: What every part of the state machine uses
extension SessionState {
    mutating func act(_ action: SessionAction) { actions.append(action) }

    mutating func arm(_ deadline: Deadline, at time: Duration) {
        armed.insert(deadline)
        act(.arm(deadline, at: max(time, now)))
    }

    mutating func disarm(_ deadlines: Deadline...) {
        for deadline in deadlines where armed.remove(deadline) != nil { act(.disarm(deadline)) }
    }

    /// Writes a ledger entry, of now or of the given running time. Without a folder there is no ledger.
    mutating func record(
        _ kind: LedgerEntry.Kind, at running: RunningTime? = nil, _ fields: [JSONValue.Member] = []
    ) {
        guard !folder.isEmpty else { return }
        let time = running ?? timeline.running(at: now)
        let wall = timeline.wall(of: time, at: now)
        act(.record(LedgerEntry(kind, unixNanoseconds: wall, runningTime: time, fields: fields)))
    }

    mutating func emit(_ kind: SessionEvent.Kind, at running: RunningTime? = nil) {
        let time = running ?? timeline.running(at: now)
        act(.emit(SessionEvent(kind, unixNanoseconds: timeline.wall(of: time, at: now), runningTime: time)))
    }

    mutating func warn(_ code: SessionEvent.WarningCode, branch: BranchName? = nil, _ message: String) {
        record(
            .warning,
            [
                .init("code", .string(code.rawValue)), .init("branch", .text(branch?.rawValue)),
                .init("message", .string(message)),
            ])
        emit(.warning(code, branch: branch, message: message))
    }

    mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = files.lastIndex(where: { $0.path == path }) { edit(&files[index]) }
    }

    /// The part of the session that this state machine records, counted from 0.
    var part: Int { order.resuming?.history.parts.count ?? 0 }

    /// Outputs that record: neither they nor their cameras are out.
    var active: [OutputName] {
        settings.outputs.filter { !outputs.isOut($0) && !cameras.isAway(InputName($0.rawValue)) }
    }

    /// Files that are still to be finished.
    var awaited: [RecordedFile] { files.filter { !$0.isFinished && !$0.cancelled && !$0.isLeft } }
}
