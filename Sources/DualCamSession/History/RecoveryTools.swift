package import DualCamPlan

/// The dependencies of a recovery and an audit. All of it is called off the cooperative pool and may block.
package struct RecoveryTools: Sendable {
    /// dualcam's version, for the ledger.
    package var version: String
    /// Reads the content of a recorded file. A file that cannot be read at all has no frames and says why.
    package var probe: @Sendable (HeldFile) -> FileContent
    /// SHA-256 of a file, in hexadecimal digits.
    package var digest: @Sendable (HeldFile) throws -> String
    /// Unix time now in nanoseconds.
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

/// A file a crash had left open, as it was found.
package struct SettledFile: Sendable, Equatable {
    package var file: RecordedFile
    package var isPlayable: Bool
    /// Nanoseconds that were recorded after the file's last readable frame, as far as the time of the last write tells;
    /// `nil`: not known.
    package var lost: Int64?
    /// The reason why reading ended early; `nil` when it did not.
    package var problem: String?
    /// The crash came before the file's index had a first frame: there is nothing in it that could be played.
    package var isForestalled = false
}

/// The reasons why a folder could not be finished. What was done so far stands in its ledger, and it can be tried again.
package enum RecoveryFailure: Error, Sendable, Equatable {
    case lock(FolderFailure)
    case read(SessionReadFailure)
    case write(FolderFailure)
    /// A file cannot be read again, so that it has no digest.
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
