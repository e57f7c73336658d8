import DualCamConfig
import DualCamRecordings

extension PipelineIssues: TranslatedFailure {
    var ofCommand: CommandFailure {
        var failure = CommandFailure(.pipelineFile, verbatim: rendered)
        failure.problems = issues
        return failure
    }
}

extension FolderFailure: TranslatedFailure {
    var ofCommand: CommandFailure { CommandFailure(exit, message, next: advice) }
}

extension SessionFailure: TranslatedFailure {
    var ofCommand: CommandFailure { CommandFailure(exit, message, next: advice) }
}

extension SessionReadFailure: TranslatedFailure {
    /// The error of a command that cannot read a session. It is a usage error if the path contains no usable session,
    /// and a disk error if the session cannot be read.
    var ofCommand: CommandFailure {
        let code: ExitCode =
            switch self {
            case .missing, .notASession, .foreign, .unfinished, .empty, .untold: .usage
            case .recording: .outputNotCreated
            case .noManifest, .damaged, .impossible, .newer, .folder, .fileMissing: .diskFailed
            }
        return CommandFailure(code, message, next: advice)
    }
}

extension LibraryFailure: TranslatedFailure {
    /// The error of a command that uses a session of the library. It is a usage error if the session is not available,
    /// and a disk error if its files have changed since they were recorded.
    var ofCommand: CommandFailure {
        switch self {
        case .unreadable(let failure): failure.ofCommand
        case .folder(let failure): failure.ofCommand
        case .noFile, .changed: CommandFailure(.diskFailed, message, next: advice)
        default: CommandFailure(.usage, message, next: advice)
        }
    }
}

extension RecoveryFailure: TranslatedFailure {
    var ofCommand: CommandFailure {
        switch self {
        case .read(let failure): failure.ofCommand
        case .lock(let failure): failure.ofCommand
        case .write, .digest: CommandFailure(.diskFailed, message, next: advice)
        }
    }
}
