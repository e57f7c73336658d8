import DualCamPlan
import Glibc

/// The failure of an operation on a session's file or folder. Either a system call failed (`errorNumber`), or dualcam
/// refused to attempt the operation (`refusal`).
package struct FolderFailure: Error, Sendable, Equatable, Codable {
    /// The operations on files and folders that can fail.
    package enum Operation: String, Sendable, Equatable, Codable {
        case createFolder, write, read, remove
        /// Searching a directory for old sessions that may be deleted.
        case prune
        /// Locking a session's folder, so that no other process records into the session or finishes it.
        case hold
    }

    package var operation: Operation
    /// The path of the file or folder on which the operation failed.
    package var path: String
    /// The `errno` of the failed system call; `EEXIST` or `EPERM` if dualcam did not attempt the operation.
    package var errorNumber: Int32
    /// The reason why dualcam did not attempt the operation; `nil` if the system reported an error.
    package var refusal: FileRefusal?
    /// True when the file system cannot hold another file, even if it has free bytes; `nil` if the failure has another
    /// cause.
    private var lacksFiles: Bool?

    /// Creates the failure of a system call. For `ENOSPC`, asks the file system (which blocks) whether it has free
    /// bytes and only lacks file entries (inodes).
    package init(_ operation: Operation, path: String, errorNumber: Int32) {
        (self.operation, self.path, self.errorNumber) = (operation, path, errorNumber)
        if errorNumber == ENOSPC, Disk.fileRoom(nearest: path)?.isUsedUp == true { lacksFiles = true }
    }

    /// Creates the failure for a folder whose file system cannot hold all files of a session.
    package init(lackingFilesIn path: String) {
        (operation, self.path, errorNumber, lacksFiles) = (.write, path, ENOSPC, true)
    }

    /// Creates the failure of an operation that dualcam did not attempt.
    package init(_ operation: Operation, path: String, refusal: FileRefusal) {
        (self.operation, self.path, self.refusal) = (operation, path, refusal)
        errorNumber = refusal == .taken ? EEXIST : EPERM
    }

    /// The exit code for this failure: 74 when the disk is full or fails; otherwise 73.
    package var exit: ExitCode {
        switch errorNumber {
        case ENOSPC, EDQUOT, EIO: .diskFailed
        default: .outputNotCreated
        }
    }

    /// True when nothing exists at the path.
    package var isMissing: Bool { errorNumber == ENOENT || errorNumber == ENOTDIR }

    /// The failure with its path and reason, as one full sentence for users.
    package var message: String {
        let what =
            switch operation {
            case .createFolder: "The output folder '\(path)' cannot be created:"
            case .write: "'\(path)' cannot be written:"
            case .read: "'\(path)' cannot be read:"
            case .remove: "'\(path)' cannot be removed:"
            case .prune: "The older sessions in '\(path)' cannot be looked through:"
            case .hold: "'\(path)'"
            }
        return "\(what) \(reason)."
    }

    /// The advice on how to solve the failure, as one full sentence for users of the command line.
    package var advice: String { advice(with: "with --output DIR or recording.directory") }

    /// The advice on how to solve the failure, as one full sentence for users who do not use the command line.
    package var remoteAdvice: String { advice(with: "for recording.directory") }

    private func advice(with key: String) -> String {
        if let refusal { return refusal.advice }
        if lacksFiles == true { return FileRoom.advice(key) }
        return switch errorNumber {
        case EROFS: "Choose a folder on a writable disk \(key)."
        case EACCES, EPERM: "Give yourself the right to write there, or choose another folder \(key)."
        case ENOTDIR, EEXIST: "Choose a path whose every part is a folder \(key)."
        case ENOSPC, EDQUOT: "Free some space, or choose another disk \(key)."
        case EIO: "Check the disk (dmesg), or choose another one \(key)."
        default: "Choose another folder \(key)."
        }
    }

    /// The reason for the failure as a phrase for users, without the operation and the path.
    package var reason: String {
        if let refusal { return refusal.reason }
        if lacksFiles == true { return FileRoom.reason }
        return switch errorNumber {
        case EROFS: "the file system is read-only"
        case EACCES, EPERM: "permission denied"
        case ENOTDIR, EEXIST: "a part of the path is not a folder"
        case ENOSPC: "no space is left on the disk"
        case EDQUOT: "the disk quota is used up"
        case ENAMETOOLONG: "the name is too long"
        case ENOENT: "the path does not exist"
        case ECHILD: "the process that reads them failed"
        case ETIMEDOUT: "the process that reads them took too long"
        default: String(cString: strerror(errorNumber))
        }
    }
}

/// The reasons why dualcam does not touch a file or folder of a session. The session's file list may come from an
/// untrusted source.
package enum FileRefusal: Sendable, Equatable, Codable {
    /// The file's name is not one that dualcam gives to files of its kind, such as recorded files.
    case name
    /// The file is not in a folder of the session.
    case elsewhere
    /// The file is not a regular file. The text says what it is, such as `a symbolic link`.
    case kind(String)
    /// The session's folder is a symbolic link.
    case link
    /// The file is on another file system than its folder.
    case otherDisk
    /// The file is owned by another user; the value is that user's number.
    case otherOwner(UInt32)
    /// The file has several hard links; the value is their number. Writing to it would change it under all its names.
    case severalNames(UInt64)
    /// The file is larger than dualcam accepts. Both values are in bytes: the file's size and the limit.
    case tooLarge(Int64, limit: Int64)
    /// The file's folder has no marker file that names this session, so that it is not known to be a fallback folder of
    /// the session.
    case unmarked
    /// A file or anything else with the new file's name already exists.
    case taken
    /// Another process records into the session or finishes it. The value names it, as `pid N on HOST since TIME`.
    case held(by: String)
    /// The folder has no `UNFINISHED` file, so it holds no unfinished session.
    case notMarked
    /// The session is younger than the wall clock says. The machine has not been restarted since the recording, so its
    /// time since boot shows the true age.
    case younger
    /// The session's age is uncertain, because the wall clock was not synchronised during the recording.
    case ageUnknown

    /// The reason as the end of a message that begins "'/path' cannot be read: ".
    var reason: String {
        switch self {
        case .name: "that is not a name of such a file"
        case .elsewhere: "it is not in a folder of this session"
        case .kind(let kind): "it is \(kind) and not a regular file"
        case .link: "it is a symbolic link, and a session's folder is none"
        case .otherDisk: "it is on another file system than its folder"
        case .otherOwner(let user): "it belongs to another user (number \(user))"
        case .severalNames(let count): "the file has \(count) names, and would change under all of them"
        case .tooLarge(let size, let limit):
            "it has \(Wording.size(size)), and such a file has \(Wording.size(limit)) at most"
        case .unmarked: "nothing in its folder says that this session made it (\(FileName.fallbackMark.text))"
        case .taken: "something of that name is there already"
        case .held(let holder): "is in use by \(holder)"
        case .notMarked: "holds no unfinished session"
        case .younger: "it is younger than the clock says, which was set after it was recorded"
        case .ageUnknown: "its age is not known, for the clock was not synchronised when it was recorded"
        }
    }

    var advice: String {
        switch self {
        case .otherOwner: "It was left alone; let the user whom it belongs to do this."
        case .held: "End that recording first (dualcam sessions lists them), or wait for its end."
        case .notMarked: "See what is there with 'dualcam sessions'."
        case .younger, .ageUnknown: "storage.retain leaves it alone; delete it yourself when it is not needed any more."
        case .unmarked: "It was left alone; delete it yourself when it is not needed any more."
        default: "It was left alone; see what it is before you move or delete it."
        }
    }
}
