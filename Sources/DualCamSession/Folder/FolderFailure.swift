import Glibc

/// The file system refused something the session needs.
public struct FolderFailure: Error, Sendable, Equatable {
    public enum Operation: String, Sendable, Equatable {
        case createFolder, write, read, remove
    }

    public var operation: Operation
    /// The path that the call was about.
    public var path: String
    /// The C library's `errno`.
    public var errorNumber: Int32

    public init(_ operation: Operation, path: String, errorNumber: Int32) {
        (self.operation, self.path, self.errorNumber) = (operation, path, errorNumber)
    }

    /// 74 when the disk is full or fails, else 73.
    public var exit: ExitCategory {
        switch errorNumber {
        case ENOSPC, EDQUOT, EIO: .diskFailed
        default: .outputNotCreated
        }
    }

    /// There is nothing at the path.
    public var isMissing: Bool { errorNumber == ENOENT || errorNumber == ENOTDIR }

    /// What failed, where and why, as one full sentence.
    public var message: String {
        let what =
            switch operation {
            case .createFolder: "The output folder '\(path)' cannot be created"
            case .write: "'\(path)' cannot be written"
            case .read: "'\(path)' cannot be read"
            case .remove: "'\(path)' cannot be removed"
            }
        return "\(what): \(reason)."
    }

    /// What to do next, as one full sentence.
    public var advice: String {
        switch errorNumber {
        case EROFS: "Choose a folder on a writable disk with --output DIR or recording.directory."
        case EACCES, EPERM:
            "Give yourself the right to write there, or choose another folder with --output DIR or recording.directory."
        case ENOTDIR, EEXIST: "Choose a path whose every part is a folder with --output DIR or recording.directory."
        case ENOSPC, EDQUOT: "Free some space, or choose another disk with --output DIR or recording.directory."
        case EIO: "Check the disk (dmesg), or choose another one with --output DIR or recording.directory."
        default: "Choose another folder with --output DIR or recording.directory."
        }
    }

    private var reason: String {
        switch errorNumber {
        case EROFS: "the file system is read-only"
        case EACCES, EPERM: "permission denied"
        case ENOTDIR, EEXIST: "a part of the path is not a folder"
        case ENOSPC: "no space is left on the disk"
        case EDQUOT: "the disk quota is used up"
        case ENAMETOOLONG: "the name is too long"
        case ENOENT: "the path does not exist"
        default: String(cString: strerror(errorNumber))
        }
    }
}
