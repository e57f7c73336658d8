internal import DualCamPlan
internal import Glibc

/// The reason why a recorded file no longer accepts data, or cannot be created.
struct WriteRefusal: Sendable, Equatable {
    /// The C library's `errno` of the failed operation.
    var errno: Int32
    /// The size, in bytes, of the file to which data could not be written.
    var size: Int64 = 0
    /// True if the file system cannot create any more files (all inodes are used), regardless of its free space.
    var lacksFiles = false

    init(errno: Int32, size: Int64) { (self.errno, self.size) = (errno, size) }

    init(errno: Int32, lacksFiles: Bool) { (self.errno, self.lacksFiles) = (errno, lacksFiles) }

    /// Determines, from `errno` and the file system's state, why a file at `path` could not be created.
    init(making path: String, errno: Int32) {
        var facts = statvfs()
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let isKnown = statvfs(folder, &facts) == 0
        let room = FileRoom(
            all: UInt64(facts.f_files), free: UInt64(facts.f_favail), freeBlocks: UInt64(facts.f_bavail))
        self.init(errno: errno, lacksFiles: isKnown && room.isUsedUp)
    }

    /// True when the problem affects mainly new files: no inode or descriptor is free, the disk is full, or the name
    /// already exists. Files that are already open can probably still be written.
    var sparesOpenFiles: Bool {
        [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EEXIST, ENAMETOOLONG].contains(errno)
    }

    private static let room = "Free some space, or choose another disk with --output DIR or recording.directory."
    private static let quota =
        "Free some space of the quota, have it raised, or choose another disk with --output DIR or recording.directory."
    private static let server =
        "See whether the server or the program behind the disk still runs, and mount it again; or choose another disk with "
        + "--output DIR or recording.directory."

    /// Returns a copy of the error of the file at `path`, with this reason in its code, message and advice.
    func explain(_ failure: GraphFailure, of path: String) -> GraphFailure {
        var failure = failure
        switch errno {
        case ENOSPC where !lacksFiles: failure.code = .diskFull
        case EFBIG:
            (failure.code, failure.fileLimit) = (.fileTooLarge, size)
            failure.message = "\(path) cannot be written on: it has \(size) bytes and may not become larger"
            failure.advice =
                "The output goes on in new files, each before it is as large; record to ext4, XFS, exFAT or NTFS instead "
                + "of FAT, or raise the limit (ulimit -f)."
        default:
            failure.code = code
            failure.message = "\(path) cannot be written on: \(reason)"
            failure.advice = advice
        }
        return failure
    }

    /// Returns the error for a requested file that cannot be created for this reason.
    ///
    /// - Parameter hasOpenFile: true if the output has an open file in which it can continue.
    func failureToMake(_ request: FileRequest, hasOpenFile: Bool = false) -> GraphFailure {
        var failure = GraphFailure(
            code, branch: .files(request.output), output: request.output,
            message: "\(request.path) cannot be made: \(reason)", advice: advice)
        if errno == EEXIST {
            failure.message = "\(request.path) is not recorded: something of that name is there already"
            failure.advice =
                "It was left alone; see what it is, and leave the folder of a session alone while it records."
        }
        if hasOpenFile, sparesOpenFiles { failure.unmade = [request] }
        return failure.advised
    }

    private var code: GraphFailure.Code {
        switch errno {
        case ENOSPC, EDQUOT: .diskFull
        case EACCES, EPERM, EEXIST, ENOENT, ENOTDIR, ENAMETOOLONG, EROFS: .outputNotCreated
        default: .diskFailed
        }
    }

    private var reason: String {
        switch errno {
        case ENOSPC: lacksFiles ? FileRoom.reason : "no space is left on the disk"
        case EDQUOT: "the disk quota is used up"
        case EROFS: "the file system is read-only"
        case EACCES, EPERM: "permission denied"
        case ESTALE: "the server knows the file no more (\(Self.text(of: errno)))"
        case ENOTCONN, ECONNABORTED: "what serves this file system has ended (\(Self.text(of: errno)))"
        case ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH: "the server does not answer (\(Self.text(of: errno)))"
        default: Self.text(of: errno)
        }
    }

    private var advice: String {
        switch errno {
        case ENOSPC: lacksFiles ? FileRoom.advice("with --output DIR or recording.directory") : Self.room
        case EDQUOT: Self.quota
        case ESTALE, ENOTCONN, ECONNABORTED, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH: Self.server
        default: ""
        }
    }

    private static func text(of number: Int32) -> String { String(cString: strerror(number)) }
}
