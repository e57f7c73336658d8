import DualCamPlan

@testable import DualCamSession

/// The kinds of inputs of the session machine. Events of the graph and deadlines have kinds of their own.
enum InputKind: String, CaseIterable {
    case begin, standing, sessionMade, startFailed, applied, applyFailed, stop, reading, space, folderLost, machine,
        obstacle
    case command, directed, controls, stateAsked, folderMade, deleted, deletionFailed, notDeleted, ledgerFailed
    case storageProbed, folderFacts, graphClosed, measured, chaptered, digested, inspected, saved
    case recording, stopping, fileFinished, dropped, repeated, absentFromClip, inputLost, inputReturned, rateChanged
    case levels, picture, failed, warning, closed, jumped, cadence, keyFrames, damaged, controlDiffers
    case start, countdown, segment, switching, end, stall, finish, close, save

    /// The name of the kind in reports.
    var word: String {
        let events: Set<InputKind> = [
            .recording, .stopping, .fileFinished, .dropped, .repeated, .absentFromClip, .inputLost, .inputReturned,
            .rateChanged, .levels, .picture, .failed, .warning, .closed, .jumped, .cadence, .keyFrames, .damaged,
            .controlDiffers,
        ]
        let deadlines: Set<InputKind> = [
            .start, .countdown, .segment, .switching, .end, .stall, .finish, .close, .save,
        ]
        return (events.contains(self) ? "graph " : deadlines.contains(self) ? "deadline " : "") + rawValue
    }

    init(_ input: SessionInput) {
        self =
            switch input {
            case .begin: .begin
            case .standing: .standing
            case .sessionMade: .sessionMade
            case .graph(let event): Self.kind(of: event)
            case .startFailed: .startFailed
            case .applied: .applied
            case .applyFailed: .applyFailed
            case .stop: .stop
            case .deadline(let deadline): Self.kind(of: deadline)
            case .reading: .reading
            case .space: .space
            case .obstacle: .obstacle
            case .folderLost: .folderLost
            case .machine: .machine
            case .command: .command
            case .directed: .directed
            case .controls: .controls
            case .stateAsked: .stateAsked
            case .folderMade: .folderMade
            case .deleted: .deleted
            case .deletionFailed: .deletionFailed
            case .notDeleted: .notDeleted
            case .ledgerFailed: .ledgerFailed
            case .storageProbed: .storageProbed
            case .folderFacts: .folderFacts
            case .graphClosed: .graphClosed
            case .measured: .measured
            case .chaptered: .chaptered
            case .digested: .digested
            case .inspected: .inspected
            case .saved: .saved
            }
    }

    private static func kind(of event: GraphEvent) -> InputKind {
        switch event {
        case .recording: .recording
        case .stopping: .stopping
        case .fileFinished: .fileFinished
        case .dropped: .dropped
        case .absentFromClip: .absentFromClip
        case .repeated: .repeated
        case .jumped: .jumped
        case .cadence: .cadence
        case .keyFrames: .keyFrames
        case .damaged: .damaged
        case .controlDiffers: .controlDiffers
        case .inputLost: .inputLost
        case .inputReturned: .inputReturned
        case .rateChanged: .rateChanged
        case .levels: .levels
        case .picture: .picture
        case .failed: .failed
        case .warning: .warning
        case .closed: .closed
        }
    }

    private static func kind(of deadline: Deadline) -> InputKind {
        switch deadline {
        case .start: .start
        case .countdown: .countdown
        case .segment: .segment
        case .switching: .switching
        case .end: .end
        case .stall: .stall
        case .finish: .finish
        case .close: .close
        case .save: .save
        }
    }
}
