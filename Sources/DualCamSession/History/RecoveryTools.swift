package import DualCamPlan

/// The dependencies of a recovery and an audit. All closures are called off the cooperative pool and may block.
package struct RecoveryTools: Sendable {
    /// The version of dualcam, for the ledger.
    package var version: String
    /// Reads the content of a recorded file. A file that cannot be read at all has no frames and states the problem.
    package var probe: @Sendable (HeldFile) -> FileContent
    /// Computes the SHA-256 of a file, in hexadecimal digits.
    package var digest: @Sendable (HeldFile) throws -> String
    /// Returns the current Unix time in nanoseconds.
    package var wallClock: @Sendable () -> Int64

    package init(
        version: String, probe: @escaping @Sendable (HeldFile) -> FileContent,
        digest: @escaping @Sendable (HeldFile) throws -> String,
        wallClock: @escaping @Sendable () -> Int64 = { WallTime.unixNow() }
    ) {
        (self.version, self.probe) = (version, probe)
        (self.digest, self.wallClock) = (digest, wallClock)
    }
}

/// The state of a file that a crash had left open.
package struct SettledFile: Sendable, Equatable {
    package var file: RecordedFile
    package var isPlayable: Bool
    /// The nanoseconds recorded after the file's last readable frame, estimated from the time of the last write; `nil`
    /// if not known.
    package var lost: Int64?
    /// The reason why reading ended early; `nil` if the file was read to its end.
    package var problem: String?
    /// True when the crash came before the file's index had a first frame, so the file holds nothing that could be
    /// played.
    package var isForestalled = false
}

/// The reasons why a session could not be finished. Completed steps are in the session's ledger, and recovery can be
/// tried again.
package enum RecoveryFailure: Error, Sendable, Equatable {
    case lock(FolderFailure)
    case read(SessionReadFailure)
    case write(FolderFailure)
    /// A file cannot be read again, so it gets no digest.
    case digest(path: String, reason: String)

    package var message: String {
        switch self {
        case .lock(let failure): failure.message
        case .read(let failure): failure.message
        case .write(let failure): failure.message
        case .digest(let path, let reason): "'\(path)' cannot be read again: \(reason)."
        }
    }

    package var advice: String {
        switch self {
        case .lock(let failure): failure.advice
        case .read(let failure): failure.advice
        case .write(let failure) where failure.refusal != nil: failure.advice
        case .write: "Free space or make the folder writable, and run 'dualcam recover' again."
        case .digest: "Check the disk (dmesg), and run 'dualcam recover' again."
        }
    }
}
