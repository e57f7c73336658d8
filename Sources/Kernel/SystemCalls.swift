package import Glibc

/// The kernel's calls by which files are reached, and its clocks, as their manual pages have them: what is refused returns
/// a negative number and sets `errno`. A relative path without a folder has `AT_FDCWD` for one.
package protocol SystemCalls: Sendable {
    // MARK: Names
    func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
    func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32
    func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32
    func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32
    /// Gives a file another name beside the one that it has. `flags`: `AT_SYMLINK_FOLLOW` for a file without a name, by its link in `/proc`.
    func linkat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32) -> Int32
    /// `flags`: `AT_REMOVEDIR` for an empty folder.
    func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32
    func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32
    func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32
    /// Returns the names in an open folder (`fdopendir`, `readdir`), in no order, `.` and `..` among them; `nil` with `errno`.
    func names(in folder: Int32) -> [String]?
    /// Returns the folders in an open folder whose names are not UTF-8, and that hold a file of one of these names. No text names them to
    /// the other calls. Their bytes that are not ASCII are written as in `take\xe9`.
    func unnameable(in folder: Int32, holding files: [String]) -> [String]
    /// Returns where an open file or folder is, as the kernel tells it (`readlink` of `/proc/self/fd/N`); `nil` with `errno`.
    func place(of descriptor: Int32) -> String?

    // MARK: Open files
    func close(_ descriptor: Int32)
    func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32
    func fstatvfs(_ descriptor: Int32, _ facts: inout Glibc.statvfs) -> Int32
    func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int
    func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int
    func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32
    /// Keeps room on the disk for the first bytes of a file, whose size stays as it is (`fallocate` with `FALLOC_FL_KEEP_SIZE`).
    func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32
    /// Gives an open folder to a group, and then these rights (`fchown`, `fchmod`).
    func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32
    /// `times`: of the last access and of the last change.
    func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32
    func fsync(_ descriptor: Int32) -> Int32
    func fdatasync(_ descriptor: Int32) -> Int32
    func flock(_ descriptor: Int32, _ operation: Int32) -> Int32

    // MARK: The process and its machine
    func geteuid() -> UInt32
    func getpid() -> Int32
    /// `nil`: not known.
    func hostName() -> String?
    /// Nanoseconds of a clock (`clock_gettime`).
    func nanoseconds(of clock: clockid_t) -> Int64
    /// Returns whether a time service keeps the wall clock right; `nil`: not known.
    func isClockSynchronised() -> Bool?
}

extension SystemCalls {
    /// None: where names are texts from the beginning, all of them are UTF-8.
    package func unnameable(in folder: Int32, holding files: [String]) -> [String] { [] }

    /// Refuses: no session has a file with two names.
    package func linkat(
        _ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32
    ) -> Int32 {
        errno = EPERM
        return -1
    }

    /// Refuses: sessions ask by a path.
    package func fstatvfs(_ descriptor: Int32, _ facts: inout Glibc.statvfs) -> Int32 {
        errno = ENOSYS
        return -1
    }
}

/// The system in which this task's files and clocks are: the kernel's own, or a simulated one.
package enum SystemAccess {
    @TaskLocal package static var current: any SystemCalls = KernelCalls()
}
