import DualCamPlan
import Glibc

/// The loss of a session's folder during a recording, after which nothing more can be recorded into it.
package struct FolderLoss: Sendable, Equatable {
    /// The kinds of folder loss. The raw values appear in events and ledgers and must not change.
    package enum Kind: String, Sendable, Equatable {
        /// The folder was deleted.
        case deleted
        /// The folder was moved on its disk.
        case moved
        /// The folder's disk was unmounted, or something else is mounted in its place.
        case unmounted
        /// The folder's file system has become read-only.
        case readOnly = "read-only"
        /// Files in the folder must not be created or removed, for example because the folder is immutable.
        case refused
        /// Accesses to the folder's disk fail with errors.
        case failed
    }

    package var kind: Kind
    /// The new path of a folder that was moved; `nil` for other kinds of loss.
    package var found: String?
    /// The `errno` of the system call that failed because of the loss; `nil` if none failed.
    package var errorNumber: Int32?

    package init(_ kind: Kind, found: String? = nil, errorNumber: Int32? = nil) {
        (self.kind, self.found, self.errorNumber) = (kind, found, errorNumber)
    }

    /// The exit code of a recording that lost its folder in this way, even if it continued in another folder. The code
    /// is `finished` if no file lost any data, which is so for a moved folder.
    package var exit: ExitCode {
        switch kind {
        case .moved: planted(.movingCosts) ? .diskFailed : .finished
        case .deleted, .unmounted, .readOnly, .failed: .diskFailed
        case .refused: .outputNotCreated
        }
    }

    /// Returns the loss that follows from the `errno` of a failed write into the folder; `nil` if the folder is still
    /// usable.
    package static func refusal(_ number: Int32) -> FolderLoss? {
        switch number {
        // For a full disk, `storage.when-full` decides what happens. The folder is also not lost if this process lacks
        // a resource, or if the file system cannot synchronise (EINVAL).
        case ENOSPC where planted(.fullDiskIsLost): FolderLoss(.failed, errorNumber: number)
        case 0, EEXIST, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EINTR, EFBIG, EINVAL, EISDIR: nil
        case EROFS: FolderLoss(.readOnly, errorNumber: number)
        case EACCES, EPERM: FolderLoss(.refused, errorNumber: number)
        default: FolderLoss(.failed, errorNumber: number)
        }
    }

    // MARK: Messages
    /// Returns a full sentence for users that says in which way the folder was lost.
    package func message(of folder: String) -> String {
        switch kind {
        case .deleted: "The session's folder '\(folder)' was deleted while it was recorded."
        case .moved:
            "The session's folder '\(folder)' was moved to '\(found ?? "another place")' while it was recorded."
        case .unmounted: "The disk of the session's folder '\(folder)' was unmounted, or another one mounted over it."
        case .readOnly: "The file system of the session's folder '\(folder)' has become read-only."
        case .refused: "Nothing can be created in the session's folder '\(folder)' any more: \(reason)."
        case .failed: "The disk of the session's folder '\(folder)' fails: \(reason)."
        }
    }

    /// Returns a full sentence for users that says what the loss of the folder means for the files in it.
    package func consequence(for folder: String) -> String {
        switch kind {
        case .deleted: "Everything in it is lost."
        case .moved: "Its files are whole, and finished there."
        case .unmounted: "Its files are closed; mount it again and run 'dualcam recover \(folder)'."
        case .readOnly, .failed:
            "What was recorded last may be missing; look at the disk and its messages ('dmesg'), then run "
                + "'dualcam recover \(folder)'."
        case .refused: "Its files are closed; make it writable again and run 'dualcam recover \(folder)'."
        }
    }

    private var reason: String {
        switch errorNumber {
        case EPERM: "operation not permitted (an immutable folder, as 'lsattr -d' tells)"
        case EACCES: "permission denied"
        case let number?: String(cString: strerror(number))
        case nil: "it is not known why"
        }
    }
}
