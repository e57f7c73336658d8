import DualCamConfig
import DualCamPlan
import Glibc

/// The session's one-way state machine: pure, so that a table can test it. Time is what it is told, counted from the
/// session's begin.
struct SessionState: Sendable {
    /// How far the end has come, within `Phase.finishing`.
    enum Ending: Int, Sendable { case files, closing, inspecting, saving }

    let settings: SessionSettings
    let description: SessionDescription
    let names: SessionNames
    let folder: String

    var phase = Phase.preparing
    var ending: Ending?
    var reason: StopReason?
    var failures: [SessionFailure] = []
    var files: [RecordedFile] = []
    /// Outputs that were taken out.
    var lost: Set<OutputName> = []

    var timeline: Timeline
    var clock: String?
    var start: RunningTime?
    var end: RunningTime?
    var nextSegment = 1

    var graphStarted = false
    var hastened = false
    /// Inputs the graph warned of before recording began.
    var silent: [BranchName] = []
    var dropped: [(branch: BranchName, output: OutputName?, count: Int)] = []
    var pendingWarnings: [Int64]
    var ledgerWarned = false

    var now = Duration.zero
    private var armed: Set<Deadline> = []
    private var actions: [SessionAction] = []

    /// - Parameters:
    ///   - folder: path of the session's folder.
    ///   - wallStart: Unix nanoseconds when the session began.
    init(
        settings: SessionSettings, description: SessionDescription, names: SessionNames, folder: String,
        wallStart: Int64
    ) {
        (self.settings, self.description, self.names, self.folder) = (settings, description, names, folder)
        timeline = Timeline(wallStart: wallStart)
        pendingWarnings = settings.warnAt.sorted(by: >)
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
        case .graph(let event): take(event)
        case .startFailed(let failure): fail(SessionFailure(failure))
        case .applyFailed(let change, let failure): applyFailed(change, failure)
        case .stop(let reason): stop(reason)
        case .deadline(let deadline): if armed.remove(deadline) != nil { reach(deadline) }
        case .reading(let statistics, let free): read(statistics, free)
        case .graphClosed(let failure): graphClosed(failure)
        case .measured(let path, let bytes): change(path) { $0.size = bytes }
        case .digested(let path, let digest, let problem): digested(path, digest, problem)
        case .inspected: if ending == .inspecting { complete() }
        case .ledgerFailed(let failure): ledgerFailed(failure)
        case .saved(let failure): saved(failure)
        case .storageProbed(let facts): storageProbed(facts)
        }
    }

    private mutating func reach(_ deadline: Deadline) {
        switch deadline {
        case .start: fail(startTimeout)
        case .segment: openSegment()
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

    /// Writes a ledger entry, of now or of the given running time.
    mutating func record(
        _ kind: LedgerEntry.Kind, at running: RunningTime? = nil, _ fields: [JSONValue.Member] = []
    ) {
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

    /// Outputs that still record.
    var active: [OutputName] { settings.outputs.filter { !lost.contains($0) } }

    /// Files that are still to be finished.
    var awaited: [RecordedFile] { files.filter { !$0.isFinished && !$0.cancelled && !lost.contains($0.output) } }

    /// The files of a segment, for the outputs that still record.
    func requests(segment: Int) -> [FileRequest] {
        let names = names.files(segment: segment)
        return active.compactMap { output in
            names[output].map { FileRequest(output: output, segment: segment, path: "\(folder)/\($0)") }
        }
    }
}
