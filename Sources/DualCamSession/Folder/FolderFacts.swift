import Glibc

/// The abilities of a session's folder: its largest file, whether its file system has locks, and whether a group has it.
package struct FolderFacts: Sendable, Equatable {
    /// The bytes that a file in it may have; `nil`: no limit is known.
    package var fileLimit: Int64?
    /// The name of the file system that has this limit; `nil`: the process has it (`ulimit -f`).
    package var limitedBy: String?
    /// The C library's `errno` when the file system refused a lock; `nil`: it has locks.
    package var lockRefusal: Int32?

    /// The reason why the folder is not for the group that the pipeline file names; `nil`: it is, or the file names none.
    package var groupProblem: String?

    package init(
        fileLimit: Int64? = nil, limitedBy: String? = nil, lockRefusal: Int32? = nil, groupProblem: String? = nil
    ) {
        (self.fileLimit, self.limitedBy, self.lockRefusal) = (fileLimit, limitedBy, lockRefusal)
        self.groupProblem = groupProblem
    }

    /// A note on the size limit for `check` and `plan`; `nil`: there is no limit.
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

    /// The warnings at the start of a recording, each a full sentence.
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
    /// The size that a file may have on FAT: one byte less than 4 GiB (Linux, fs/fat/inode.c `fat_fill_super`).
    static let largestOnFAT: Int64 = 0xffff_ffff
    /// The names under which FAT is mounted (`/proc/self/mountinfo`): by the kernel, and by fusefat.
    private static let namesOfFAT: Set<String> = ["vfat", "msdos", "umsdos", "fuse.fusefat"]

    /// Looks up how large a file may become in a folder, or, where that is still to be made, in the one that it will be in. Blocks.
    package static func limits(_ folder: String) -> FolderFacts {
        var place = folder
        while true {
            do throws(FolderFailure) {
                let device = try SessionDirectory(place, isNamed: true).device
                let name = Disk.systemText("/proc/self/mountinfo").flatMap { fileSystem(of: dev_t(device), in: $0) }
                return limits(onFileSystem: name, ofProcess: processLimit)
            } catch {
                let parent = Disk.parent(of: place)
                // A folder that cannot be read is told by whoever makes the session's.
                guard error.errorNumber == ENOENT, parent != place else {
                    return limits(onFileSystem: nil, ofProcess: processLimit)
                }
                place = parent
            }
        }
    }

    /// - Parameters:
    ///   - name: the file system's name; `nil`: not known.
    ///   - limit: the process's own; `nil`: none.
    static func limits(onFileSystem name: String?, ofProcess limit: Int64?) -> FolderFacts {
        let isFAT = name.map(namesOfFAT.contains) ?? false
        guard isFAT, largestOnFAT <= limit ?? .max else { return FolderFacts(fileLimit: limit) }
        return FolderFacts(fileLimit: largestOnFAT, limitedBy: name)
    }

    /// `RLIMIT_FSIZE` (getrlimit(2)); `nil`: there is none.
    private static var processLimit: Int64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return nil }
        return Int64(exactly: limit.rlim_cur)
    }
}
