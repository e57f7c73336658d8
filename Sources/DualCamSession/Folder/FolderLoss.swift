import DualCamPlan
import Glibc

/// The reason why nothing more can be recorded into a session's folder.
package struct FolderLoss: Error, Sendable, Equatable {
    /// The raw values stand in events and in ledgers, and stay stable.
    package enum Kind: String, Sendable, Equatable {
        /// Nothing is left of it.
        case deleted
        /// The folder was moved on its disk.
        case moved
        /// Its disk was unmounted, or something else is in its place.
        case unmounted
        /// Its file system takes nothing any more.
        case readOnly = "read-only"
        /// Its entries may not be changed, as in an immutable folder.
        case refused
        /// Its disk does not answer as it should.
        case failed
    }

    package var kind: Kind
    /// The place where a folder is now that was moved.
    package var found: String?
    /// The C library's `errno`, where a call was refused.
    package var errorNumber: Int32?

    package init(_ kind: Kind, found: String? = nil, errorNumber: Int32? = nil) {
        (self.kind, self.found, self.errorNumber) = (kind, found, errorNumber)
    }

    /// The recording's exit category, even when it goes on elsewhere until its end; `success` where no file has lost anything.
    package var exit: ExitCode {
        switch kind {
        case .moved: planted(.movingCosts) ? .diskFailed : .finished
        case .deleted, .unmounted, .readOnly, .failed: .diskFailed
        case .refused: .outputNotCreated
        }
    }

    /// Judges an attempt to write into the folder by its `errno`; `nil`: the folder can be written into.
    static func refusal(_ number: Int32) -> FolderLoss? {
        switch number {
        // A full disk is what `storage.when-full` is for; what this process lacks, or that a file system does not know how to
        // synchronise (EINVAL), says nothing of the folder.
        case ENOSPC where planted(.fullDiskIsLost): FolderLoss(.failed, errorNumber: number)
        case 0, EEXIST, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EINTR, EFBIG, EINVAL, EISDIR: nil
        case EROFS: FolderLoss(.readOnly, errorNumber: number)
        case EACCES, EPERM: FolderLoss(.refused, errorNumber: number)
        default: FolderLoss(.failed, errorNumber: number)
        }
    }

    // MARK: For people
    /// Returns the event and its place, as one full sentence.
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

    /// Returns the consequence for the files in the folder, as one full sentence.
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
