import DualCamSession

extension CommandFailure {
    /// A path that names no session, or one of which nothing can be made, is a matter of usage; a session that cannot be read, of
    /// its disk.
    init(_ failure: SessionReadFailure) {
        let code: ExitCode =
            switch failure {
            case .missing, .notASession, .foreign, .unfinished, .empty, .untold: .usage
            case .recording: .outputNotCreated
            case .noManifest, .damaged, .impossible, .newer, .folder, .fileMissing: .diskFailed
            }
        self.init(code, failure.message, next: failure.advice)
    }

    /// What is not to be had is a matter of usage; what is not what was recorded, of the disk.
    init(_ failure: LibraryFailure) {
        switch failure {
        case .unreadable(let failure): self.init(failure)
        case .folder(let failure): self.init(failure.exit, failure.message, next: failure.advice)
        case .noFile, .changed: self.init(.diskFailed, failure.message, next: failure.advice)
        default: self.init(.usage, failure.message, next: failure.advice)
        }
    }

    init(_ failure: SessionFailure) {
        self.init(failure.exit, failure.message, next: failure.advice)
    }

    init(_ failure: RecoveryFailure) {
        switch failure {
        case .read(let failure): self.init(failure)
        case .lock(let failure): self.init(failure.exit, failure.message, next: failure.advice)
        case .write, .digest: self.init(.diskFailed, failure.message, next: failure.advice)
        }
    }
}
