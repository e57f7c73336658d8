package import Glibc

/// The kernel's calls for files and clocks, as their manual pages describe them. On failure, they return a negative
/// number and set `errno`. The folder `AT_FDCWD` stands for the working directory.
package protocol SystemCalls: Sendable {
    // MARK: Names
    func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
    func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32
    func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32
    func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32
    /// Gives a file another name. To name a file that has none yet, pass its link in `/proc` and the flag
    /// `AT_SYMLINK_FOLLOW`.
    func linkat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32) -> Int32
    /// Removes a name from a folder. Pass `AT_REMOVEDIR` in `flags` to remove an empty folder.
    func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32
    func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32
    func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32
    /// Returns the names in an open folder (`fdopendir`, `readdir`), unordered, including `.` and `..`; `nil` with
    /// `errno` on failure.
    func names(in folder: Int32) -> [String]?
    /// Returns the subfolders of an open folder whose names are not UTF-8, and that contain a file with one of these
    /// names. Other calls cannot access them, because no Swift string holds their names. Bytes that are not ASCII are
    /// escaped, as in `take\xe9`.
    func unnameable(in folder: Int32, holding files: [String]) -> [String]
    /// Returns the path of an open file or folder, as the kernel reports it (`readlink` of `/proc/self/fd/N`); `nil`
    /// with `errno` on failure.
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
    /// Reserves disk space for the first bytes of a file, without changing its size (`fallocate` with
    /// `FALLOC_FL_KEEP_SIZE`).
    func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32
    /// Changes the group of an open file or folder, and then sets its permissions (`fchown`, `fchmod`).
    func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32
    /// Sets the times of a file. `times`: the last access and the last change.
    func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32
    func fsync(_ descriptor: Int32) -> Int32
    func fdatasync(_ descriptor: Int32) -> Int32
    func flock(_ descriptor: Int32, _ operation: Int32) -> Int32

    // MARK: The process and its machine
    func geteuid() -> UInt32
    func getpid() -> Int32
    /// Returns the name of the machine; `nil` if unknown.
    func hostName() -> String?
    /// Returns the time of a clock in nanoseconds (`clock_gettime`).
    func nanoseconds(of clock: clockid_t) -> Int64
    /// Returns true if a time service keeps the wall clock synchronised; `nil` if unknown.
    func isClockSynchronised() -> Bool?
}

extension SystemCalls {
    /// Returns an empty list. This default implementation serves simulated systems, whose names are Swift strings and
    /// therefore always UTF-8.
    package func unnameable(in folder: Int32, holding files: [String]) -> [String] { [] }

    /// Fails with `EPERM`. This default implementation serves simulated systems, in which no file needs a second name.
    package func linkat(
        _ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32
    ) -> Int32 {
        errno = EPERM
        return -1
    }

    /// Fails with `ENOSYS`. This default implementation serves simulated systems, whose file systems are queried by
    /// path (`statvfs`).
    package func fstatvfs(_ descriptor: Int32, _ facts: inout Glibc.statvfs) -> Int32 {
        errno = ENOSYS
        return -1
    }
}
