import DualCamRecordings
package import Glibc
import Kernel
package import Synchronization

/// The real kernel calls, with faults that a test can inject: failed or partial writes, refused locks, failed
/// synchronisation, and others.
package final class SystemWithFaults: SystemCalls {
    /// The number of bytes that can still be written before writes fail with `ENOSPC`; `nil` if there is no limit.
    package let room = Mutex<Int?>(nil)
    /// The `errno` with which `flock` fails; `nil` if it works as usual.
    package let lockRefusal = Mutex<Int32?>(nil)
    /// The number of files that every file system reports as its maximum (`all`) and as still possible (`free`); `nil`
    /// to report the real numbers.
    package let files = Mutex<(all: UInt, free: UInt)?>(nil)
    /// The `errno` with which `fsync` fails; `nil` if it works as usual.
    package let syncRefusal = Mutex<Int32?>(nil)
    /// False to imitate a file system that cannot reserve space: `fallocate` fails with `EOPNOTSUPP`.
    package let canKeepRoom = Mutex(true)
    /// The user IDs to report as owners of files and folders, by path. Other files have their real owner.
    package let owners = Mutex<[String: UInt32]>([:])
    /// A closure that is called before each `flock`.
    package let beforeLock = Mutex<(@Sendable () -> Void)?>(nil)
    /// The paths of everything that was synchronised with `fsync`.
    package let synchronised = Mutex<Set<String>>([])
    /// The `errno` with which `fdatasync` fails; `nil` if it works as usual.
    package let dataSyncRefusal = Mutex<Int32?>(nil)
    /// The path of each file that was synchronised with `fdatasync`, once per call, in order.
    package let dataSynchronised = Mutex<[String]>([])
    /// A closure that is called after each `fdatasync`.
    package let afterDataSync = Mutex<(@Sendable () -> Void)?>(nil)
    /// A closure that is called after each `close`.
    package let afterClose = Mutex<(@Sendable () -> Void)?>(nil)
    /// True to report the file systems of open files as read-only.
    package let isReadOnly = Mutex(false)
    /// The calls of `fsync`, `rename` and `link`, in order, such as `sync /a/token.17`, `rename /a/token.17 /a/token`
    /// and `link /proc/self/fd/7 /a/new`.
    package let order = Mutex<[String]>([])
    private let kernel = KernelCalls()
    /// The folder that stands for `/`; `nil` if every path is real.
    private let home: String?

    /// Creates the kernel calls without any fault.
    ///
    /// - Parameter home: A folder that stands for `/`. A path such as `/home/me` or `/data` then leads into this
    ///   folder; the system's own folders stay real. If omitted, every path is real.
    package init(holdingPlacesIn home: String? = nil) { self.home = home }

    /// The top-level folders of every system, such as temporary folders and those of the kernel. Their paths stay real.
    private static let common: Set<Substring> = ["dev", "etc", "proc", "run", "sys", "tmp", "usr", "var"]

    /// Returns the real path of a file that is addressed as `path`.
    private func real(_ path: String) -> String {
        guard let home, path.hasPrefix("/"), !path.hasPrefix(home),
            let first = path.split(separator: "/").first, !Self.common.contains(first)
        else { return path }
        return home + path
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard let left = room.withLock({ $0 }) else { return kernel.write(descriptor, bytes) }
        guard left > 0 else {
            errno = ENOSPC
            return -1
        }
        let count = min(left, bytes.count)
        room.withLock { $0 = left - count }
        return kernel.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }

    package func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        kernel.openat(folder, real(path), flags, mode)
    }
    package func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32 {
        kernel.fstatat(folder, real(path), &facts, flags)
    }
    package func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32 {
        kernel.faccessat(folder, real(path), mode)
    }
    package func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32 {
        order.withLock { $0.append("rename \(path) \(newPath)") }
        return kernel.renameat(folder, real(path), newFolder, real(newPath))
    }
    package func linkat(
        _ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32
    ) -> Int32 {
        order.withLock { $0.append("link \(path) \(newPath)") }
        return kernel.linkat(folder, real(path), newFolder, real(newPath), flags)
    }
    package func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
        kernel.unlinkat(folder, real(path), flags)
    }
    package func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32 {
        kernel.mkdirat(folder, real(path), mode)
    }
    package func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32 {
        kernel.give(descriptor, toGroup: group, mode)
    }
    package func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32 {
        let result = kernel.statvfs(real(path), &facts)
        if let left = files.withLock({ $0 }) { (facts.f_files, facts.f_favail) = (left.all, left.free) }
        return result
    }
    package func fstatvfs(_ descriptor: Int32, _ facts: inout Glibc.statvfs) -> Int32 {
        let result = kernel.fstatvfs(descriptor, &facts)
        if isReadOnly.withLock({ $0 }) { facts.f_flag |= UInt(ST_RDONLY) }
        return result
    }
    package func names(in folder: Int32) -> [String]? { kernel.names(in: folder) }
    package func unnameable(in folder: Int32, holding files: [String]) -> [String] {
        kernel.unnameable(in: folder, holding: files)
    }
    package func place(of descriptor: Int32) -> String? { kernel.place(of: descriptor) }
    package func close(_ descriptor: Int32) {
        kernel.close(descriptor)
        afterClose.withLock { $0 }?()
    }
    package func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 {
        let result = kernel.fstat(descriptor, &facts)
        if let owner = kernel.place(of: descriptor).flatMap({ place in owners.withLock { $0[place] } }) {
            facts.st_uid = owner
        }
        return result
    }
    package func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        kernel.read(descriptor, bytes)
    }
    package func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
        kernel.pread(descriptor, bytes, offset)
    }
    package func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int {
        kernel.pwrite(descriptor, bytes, offset)
    }
    package func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 { kernel.ftruncate(descriptor, size) }
    package func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32 { kernel.futimens(descriptor, times) }
    package func fsync(_ descriptor: Int32) -> Int32 {
        if let number = syncRefusal.withLock({ $0 }) {
            errno = number
            return -1
        }
        if let place = kernel.place(of: descriptor) {
            _ = synchronised.withLock { $0.insert(place) }
            order.withLock { $0.append("sync \(place)") }
        }
        return kernel.fsync(descriptor)
    }
    package func fdatasync(_ descriptor: Int32) -> Int32 {
        defer { afterDataSync.withLock { $0 }?() }
        if let number = dataSyncRefusal.withLock({ $0 }) {
            errno = number
            return -1
        }
        if let place = kernel.place(of: descriptor) { dataSynchronised.withLock { $0.append(place) } }
        return kernel.fdatasync(descriptor)
    }
    package func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        beforeLock.withLock { $0 }?()
        guard let number = lockRefusal.withLock({ $0 }) else { return kernel.flock(descriptor, operation) }
        errno = number
        return -1
    }
    package func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32 {
        guard canKeepRoom.withLock({ $0 }) else {
            errno = EOPNOTSUPP
            return -1
        }
        return kernel.fallocate(descriptor, bytes)
    }
    package func isClockSynchronised() -> Bool? { kernel.isClockSynchronised() }
    package func geteuid() -> UInt32 { kernel.geteuid() }
    package func getpid() -> Int32 { kernel.getpid() }
    package func hostName() -> String? { kernel.hostName() }
    package func nanoseconds(of clock: clockid_t) -> Int64 { kernel.nanoseconds(of: clock) }
}
