package import DualCamPlan

/// The functions that recovery and audit need from other modules. They may block, because they are called outside
/// Swift's cooperative thread pool.
package struct RecoveryTools: Sendable {
    /// The version of dualcam that the recovery writes to the ledger.
    package var version: String
    /// Examines the content of a recorded file, such as its number of frames. If the file cannot be read at all,
    /// returns a content with 0 frames and the reason in `problem`.
    package var probe: @Sendable (HeldFile) -> FileContent
    /// Computes the SHA-256 of a file, in hexadecimal digits. Throws if the file cannot be read to its end.
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

/// A file that was open when a crash occurred, with its content as a recovery found it.
package struct RecoveredFile: Sendable, Equatable {
    package var file: RecordedFile
    /// False if the file contains nothing that can be played.
    package var isPlayable: Bool
    /// The nanoseconds of recording lost after the file's last readable frame, estimated from the time of the last
    /// write; `nil` if unknown.
    package var lost: Int64?
    /// The reason why the recovery could not read the whole file; `nil` if it could.
    package var problem: String?
    /// True when the crash occurred before the first frame was in the file's index, so that the file contains nothing
    /// playable.
    package var isForestalled = false
}

/// The reasons why a session could not be recovered. The ledger lists the steps that were completed, and the recovery
/// can be run again.
package enum RecoveryFailure: Error, Sendable, Equatable {
    case lock(FolderFailure)
    case read(SessionReadFailure)
    case write(FolderFailure)
    /// A file cannot be read again, so its digest cannot be computed.
    case digest(path: String, reason: String)

    /// The failure with its path and reason, as one full sentence for users.
    package var message: String {
        switch self {
        case .lock(let failure): failure.message
        case .read(let failure): failure.message
        case .write(let failure): failure.message
        case .digest(let path, let reason): "'\(path)' cannot be read again: \(reason)."
        }
    }

    /// The advice to the user, in full sentences.
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
