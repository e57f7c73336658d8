import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Shared state
extension SessionMachine {
    var settings: SessionSettings { order.settings }
    var phase: Phase { life.phase }
    var hasBegun: Bool { life.hasBegun }
    var now: Duration { queue.now }
    /// The pipeline's running time; `nil` before the pipeline's clock runs.
    var running: RunningTime? { clocks.timeline.running(at: now) }

    /// The part of the session that this state machine records, counted from 0.
    var part: Int { order.resuming?.history.parts.count ?? 0 }

    var context: SessionContext {
        var settings = settings
        settings.ahead = max(settings.ahead, direction.pipeline?.ahead ?? .zero)
        return SessionContext(
            now: now, running: running, phase: phase, part: part, folder: folder.path, settings: settings)
    }

    /// The outputs that are recorded now. Outputs that were removed from the recording, or whose camera is missing, are
    /// not included.
    var active: [OutputName] {
        settings.outputs.filter { !outputs.isOut($0) && !inputs.isAway(InputName($0.rawValue)) }
    }

    // MARK: Shared effects
    mutating func act(_ action: SessionAction) { queue.append(action) }
    mutating func arm(_ deadline: Deadline, at time: Duration) { act(.arm(deadline, at: time)) }
    mutating func disarm(_ deadlines: Deadline...) { for deadline in deadlines { act(.disarm(deadline)) } }

    /// Performs the effects that a component requests, in their order.
    mutating func perform(_ effects: [SessionEffect]) {
        for effect in effects {
            switch effect {
            case .act(let action): act(action)
            case .record(let kind, let time, let fields): record(kind, at: time, fields)
            case .emit(let kind, let time): emit(kind, at: time)
            case .warn(let code, let branch, let message): warn(code, branch: branch, message)
            case .fail(let failure): fail(failure)
            case .halt(let reason): halt(reason)
            case .finish(let reason): enterFinishing(reason)
            case .shedCombined(let shedder): observe(.shed(.combined, by: shedder))
            case .restoreCombined(let shedder): observe(.restore(.combined, by: shedder))
            case .leaveFiles(let output): files.leave(output)
            }
        }
    }

    mutating func observe(_ reading: OutputWatch.Reading) { perform(outputs.observe(reading, in: context)) }

    /// Writes a ledger entry with the current or the given running time. Does nothing while the session has no folder.
    mutating func record(
        _ kind: LedgerEntry.Kind, at running: RunningTime? = nil, _ fields: [JSONValue.Member] = []
    ) {
        guard !folder.path.isEmpty else { return }
        let time = running ?? self.running
        let wall = clocks.timeline.wall(of: time, at: now)
        let entry = LedgerEntry(kind, unixNanoseconds: wall, runningTime: time, fields: fields)
        ledger.apply(entry, in: folder.path)
        act(.record(entry))
    }

    mutating func emit(_ kind: SessionEvent.Kind, at running: RunningTime? = nil) {
        let time = running ?? self.running
        let wall = clocks.timeline.wall(of: time, at: now)
        act(.emit(SessionEvent(kind, unixNanoseconds: wall, runningTime: time)))
    }

    mutating func warn(_ code: SessionEvent.WarningCode, branch: BranchID? = nil, _ message: String) {
        perform(SessionEffect.tell(.warning(code, branch: branch, message: message)))
    }
}
