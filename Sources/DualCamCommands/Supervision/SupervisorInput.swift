import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The inputs of the supervisor: those that its state decides on, and those of its executor and its hooks.
enum SupervisorInput: Sendable, Equatable {
    case state(SupervisionInput)
    /// Somebody wants the pipeline file to be read again, and how it is now.
    case rereadAsked
    case reread(PipelineSearch.Found, Pipeline)
    /// An event of the worker.
    case told(ToldEvent)
    /// The result of a hook.
    case hook(HookPolicy.Input)
    /// The result of copying a session.
    case backup(BackupEnding)
    /// The progress of copying a session.
    case backupNoted(BackupNote)
    /// A key was pressed in the terminal.
    case pressed(TerminalKey)

    /// The input for the state; `nil`: it has nothing to decide.
    var ofState: SupervisionInput? {
        switch self {
        case .state(let input): input
        case .pressed(.quit): .quitPressed
        case .rereadAsked, .reread, .told, .hook, .backup, .backupNoted, .pressed: nil
        }
    }

    var isTick: Bool { self == .state(.tick) }
}

extension SupervisionNews {
    /// The event as hooks get it.
    func told(in folder: String?) -> ToldEvent? {
        EventName(rawValue: entryKind.rawValue).map {
            ToldEvent(name: $0, line: String(eventLine.dropLast()), folder: folder)
        }
    }
}
