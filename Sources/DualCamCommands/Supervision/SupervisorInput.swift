import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The inputs of the supervisor, for its state machine, its executor, its hooks and its backups.
enum SupervisorInput: Sendable, Equatable {
    case state(SupervisionInput)
    /// A request to read the pipeline file again.
    case rereadAsked
    case reread(PipelineSearch.Found, Pipeline)
    /// An event from the worker.
    case told(ToldEvent)
    /// The result of a hook.
    case hook(HookPolicy.Input)
    /// The result of a backup.
    case backup(BackupEnding)
    /// The progress of a backup.
    case backupNoted(BackupNote)
    /// A key pressed in the terminal.
    case pressed(TerminalKey)

    /// The input for the state machine; `nil` if the machine decides nothing on it.
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
    /// Returns the event in the form that hooks receive; `nil` if hooks do not receive this kind.
    func told(in folder: String?) -> ToldEvent? {
        EventName(rawValue: entryKind.rawValue).map {
            ToldEvent(name: $0, line: String(eventLine.dropLast()), folder: folder)
        }
    }
}
