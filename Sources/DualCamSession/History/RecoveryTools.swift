public import DualCamPlan

/// What a recovery and an audit need of the world. All of it is called off the cooperative pool and may block.
public struct RecoveryTools: Sendable {
    /// dualcam's version, for the ledger.
    public var version: String
    /// What a recorded file holds. A file that cannot be read at all has no frames and says why.
    public var probe: @Sendable (String) -> FileContent
    /// SHA-256 of the file at a path, in hexadecimal digits.
    public var digest: @Sendable (String) throws -> String
    /// Unix time now in nanoseconds.
    public var wallClock: @Sendable () -> Int64

    public init(
        version: String, probe: @escaping @Sendable (String) -> FileContent,
        digest: @escaping @Sendable (String) throws -> String,
        wallClock: @escaping @Sendable () -> Int64 = { WallTime.unixNow() }
    ) {
        (self.version, self.probe) = (version, probe)
        (self.digest, self.wallClock) = (digest, wallClock)
    }
}

/// A file a crash had left open, as it was found.
public struct SettledFile: Sendable, Equatable {
    public var file: RecordedFile
    public var isPlayable: Bool
    /// Nanoseconds that were recorded after the file's last readable frame, as far as the time of the last write tells;
    /// `nil`: not known.
    public var lost: Int64?
    /// Why reading ended early; `nil` when it did not.
    public var problem: String?
    /// The crash came before the file's index had a first frame: there is nothing in it that could be played.
    public var isForestalled = false
}

/// Why a folder could not be finished. What was done so far stands in its ledger, and it can be tried again.
public enum RecoveryFailure: Error, Sendable, Equatable {
    case lock(FolderLockFailure)
    case read(SessionReadFailure)
    case write(FolderFailure)
    /// A file cannot be read again, so that it has no digest.
    case digest(path: String, reason: String)

    public var message: String {
        switch self {
        case .lock(let failure): failure.message
        case .read(let failure): failure.message
        case .write(let failure): failure.message
        case .digest(let path, let reason): "'\(path)' cannot be read again: \(reason)."
        }
    }

    public var advice: String {
        switch self {
        case .lock(let failure): failure.advice
        case .read(let failure): failure.advice
        case .write: "Free space or make the folder writable, and run 'dualcam recover' again."
        case .digest: "Check the disk (dmesg), and run 'dualcam recover' again."
        }
    }
}
