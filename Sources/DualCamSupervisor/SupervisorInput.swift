import DualCamTransfer
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSupervisorPolicy
import DualCamWorker

/// An input of the supervisor. The state machine, the executor, the hooks and the backups each process some of the
/// inputs.
enum SupervisorInput: Sendable, Equatable {
    case state(SupervisionInput)
    /// The pipeline file must be read again, because the user or the service manager requested it or the file has
    /// changed.
    case rereadAsked
    case reread(PipelineSearch.Found, Pipeline)
    /// The worker has sent an event to pass to the hooks.
    case told(HookEvent)
    /// An input for `HookPolicy`, such as the result of a hook.
    case hook(HookPolicy.Input)
    /// The result of a backup that has ended.
    case backup(BackupEnding)
    /// A running backup has reported its progress.
    case backupNoted(BackupNote)
    /// The user has pressed a key in the terminal.
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
