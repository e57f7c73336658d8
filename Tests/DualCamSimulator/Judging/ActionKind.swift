import DualCamPlan
import DualCamSupervisorPolicy

@testable import DualCamSession

/// The kinds of the session machine's and the supervisor's actions, as coverage counts them.
enum ActionKind: String, CaseIterable {
    case standBy, makeSession, remember, start, direct, answer, tellState, tellLevels, record, emit, arm, disarm, close
    case inspect, addChapters, digest, makeFolder, deleteOldest, retain, save, complete, discard
    case openSegment, stop, abandonStalledInputs, dropOutput, restoreOutput, loseInput, reopenInput, throttle

    init(_ action: SessionAction) {
        self =
            switch action {
            case .standBy: .standBy
            case .makeSession: .makeSession
            case .remember: .remember
            case .start: .start
            case .apply(let change): Self.kind(of: change)
            case .direct: .direct
            case .answer: .answer
            case .tellState: .tellState
            case .tellLevels: .tellLevels
            case .record: .record
            case .emit: .emit
            case .arm: .arm
            case .disarm: .disarm
            case .close: .close
            case .inspect: .inspect
            case .addChapters: .addChapters
            case .digest: .digest
            case .makeFolder: .makeFolder
            case .deleteOldest: .deleteOldest
            case .retain: .retain
            case .save: .save
            case .complete: .complete
            case .discard: .discard
            }
    }

    private static func kind(of change: GraphChange) -> ActionKind {
        switch change {
        case .openSegment: .openSegment
        case .stop: .stop
        case .abandonStalledInputs: .abandonStalledInputs
        case .dropOutput: .dropOutput
        case .restoreOutput: .restoreOutput
        case .loseInput: .loseInput
        case .reopenInput: .reopenInput
        case .throttle: .throttle
        }
    }
}

/// The kinds of the inputs and actions of the supervisor's state, as coverage counts them.
enum SupervisionKind: String, CaseIterable {
    case begin, signal, started, heartbeat, ended, measured, tick, metricsFailed, due, examined, finishedAside
    case finishedTake, looked, settled, quitPressed, finishing
    case spawn, goOn, examine, finishAside, finishTake, send, handOver, arm, tell, look, settle, note, end, die

    init(_ input: SupervisionInput) {
        self =
            switch input {
            case .begin: .begin
            case .signal: .signal
            case .started: .started
            case .heartbeat: .heartbeat
            case .ended: .ended
            case .measured: .measured
            case .tick: .tick
            case .metricsFailed: .metricsFailed
            case .due: .due
            case .examined: .examined
            case .finishedAside: .finishedAside
            case .finishedTake: .finishedTake
            case .looked: .looked
            case .settled: .settled
            case .quitPressed: .quitPressed
            case .finishing: .finishing
            }
    }

    init(_ action: SupervisionAction) {
        self =
            switch action {
            case .spawn: .spawn
            case .goOn: .goOn
            case .examine: .examine
            case .finishAside: .finishAside
            case .finishTake: .finishTake
            case .send: .send
            case .handOver: .handOver
            case .arm: .arm
            case .tell: .tell
            case .look: .look
            case .settle: .settle
            case .note: .note
            case .end: .end
            case .die: .die
            }
    }
}
