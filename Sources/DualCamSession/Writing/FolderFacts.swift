package import DualCamRecordings
import Glibc

/// The limits of a session's folder: its maximum file size, whether its file system supports locks, and problems with a
/// group's access to it.
package struct FolderFacts: Sendable, Equatable {
    /// The maximum size of a file in the folder, in bytes; `nil` if no limit is known.
    package var fileLimit: Int64?
    /// The type of the file system that limits the file size, such as `vfat`; `nil` if the limit is that of the process
    /// (`ulimit -f`).
    package var limitedBy: String?
    /// The `errno` with which the folder's file system rejected a lock; `nil` if the file system supports locks.
    package var lockRefusal: Int32?

    /// The reason why the group in `recording.group` cannot use the folder; `nil` if it can, or if no group is named.
    package var groupProblem: String?

    package init(
        fileLimit: Int64? = nil, limitedBy: String? = nil, lockRefusal: Int32? = nil, groupProblem: String? = nil
    ) {
        (self.fileLimit, self.limitedBy, self.lockRefusal) = (fileLimit, limitedBy, lockRefusal)
        self.groupProblem = groupProblem
    }

    /// Returns the file size limit as a note that the commands `check` and `plan` print; `nil` if no limit is known.
    package func limitRemark(of folder: String) -> (message: String, hint: String)? {
        guard let fileLimit else { return nil }
        let size = Wording.size(fileLimit)
        guard let limitedBy else {
            return (
                "files of this process can have \(size) at most (ulimit -f), and continue in new ones before that",
                "raise the limit for larger ones"
            )
        }
        return (
            "the file system of '\(folder)' (\(limitedBy)) takes files of \(size) at most; recordings continue in new ones before that",
            "record to ext4, XFS, exFAT or NTFS for larger ones"
        )
    }

    /// Returns the warnings about the folder that are reported when a recording starts, each a full sentence.
    package func warnings(of folder: String) -> [(code: SessionEvent.WarningCode, message: String)] {
        var warnings: [(code: SessionEvent.WarningCode, message: String)] = []
        if let lockRefusal {
            let message =
                "The file system of \(folder) has no locks (\(String(cString: strerror(lockRefusal)))): files named "
                + ".dualcam-holder say who records. Do not finish or delete this session from another machine while it is "
                + "recorded."
            warnings.append((.disk, message))
        }
        if let groupProblem { warnings.append((.group, groupProblem)) }
        return warnings
    }
}

extension StorageProbe {
    /// The maximum size of a file on FAT, in bytes: one byte less than 4 GiB (Linux, fs/fat/inode.c `fat_fill_super`).
    static let largestOnFAT: Int64 = 0xffff_ffff
    /// The types under which FAT file systems are mounted, by the kernel and by fusefat (`/proc/self/mountinfo`).
    private static let namesOfFAT: Set<String> = ["vfat", "msdos", "umsdos", "fuse.fusefat"]

    /// Determines the maximum file size in a folder. If the folder is missing, its nearest existing parent is used.
    /// Blocks.
    package static func limits(_ folder: String) -> FolderFacts {
        var place = folder
        while true {
            do throws(FolderFailure) {
                let device = try SessionDirectory(place, isNamed: true).device
                let name = Disk.systemText("/proc/self/mountinfo").flatMap { fileSystem(of: dev_t(device), in: $0) }
                return limits(onFileSystem: name, ofProcess: processLimit)
            } catch {
                let parent = Disk.parent(of: place)
                // The error for a folder that cannot be read is reported when the session's folder is created.
                guard error.errorNumber == ENOENT, parent != place else {
                    return limits(onFileSystem: nil, ofProcess: processLimit)
                }
                place = parent
            }
        }
    }

    /// Returns the smaller of a file system's and this process's file size limits.
    ///
    /// - Parameters:
    ///   - name: The type of the file system; `nil` if unknown.
    ///   - limit: The limit of the process in bytes; `nil` for none.
    static func limits(onFileSystem name: String?, ofProcess limit: Int64?) -> FolderFacts {
        let isFAT = name.map(namesOfFAT.contains) ?? false
        guard isFAT, largestOnFAT <= limit ?? .max else { return FolderFacts(fileLimit: limit) }
        return FolderFacts(fileLimit: largestOnFAT, limitedBy: name)
    }

    /// The process's file size limit in bytes, `RLIMIT_FSIZE` (getrlimit(2)); `nil` for none.
    private static var processLimit: Int64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return nil }
        return Int64(exactly: limit.rlim_cur)
    }
}
