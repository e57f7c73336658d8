import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The inputs of the supervisor. Its state machine, executor, hooks and backups each handle some of them.
enum SupervisorInput: Sendable, Equatable {
    case state(SupervisionInput)
    /// A request of the user or the service manager to read the pipeline file again.
    case rereadAsked
    case reread(PipelineSearch.Found, Pipeline)
    /// An event that the worker sent for the hooks.
    case told(HookEvent)
    /// An input for the hooks' policy, such as the result of a hook.
    case hook(HookPolicy.Input)
    /// The result of a backup that has ended.
    case backup(BackupEnding)
    /// A progress report of a running backup.
    case backupNoted(BackupNote)
    /// A key that was pressed in the terminal.
    case pressed(TerminalKey)

    /// The input for the supervisor's state machine; `nil` if the state machine ignores this input.
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
    /// Returns the event that hooks receive for this report; `nil` if hooks do not receive reports of this kind.
    func told(in folder: String?) -> HookEvent? {
        EventName(rawValue: entryKind.rawValue).map {
            HookEvent(name: $0, line: String(eventLine.dropLast()), folder: folder)
        }
    }
}
