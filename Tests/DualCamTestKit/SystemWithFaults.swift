import DualCamSession
package import Glibc
import Kernel
package import Synchronization

/// The kernel's calls, of which those that write into a file can be refused, before or after a part was written, and so can locks.
package final class SystemWithFaults: SystemCalls {
    /// Bytes that are still taken; `nil`: all.
    package let room = Mutex<Int?>(nil)
    /// The `errno` with which locks are refused; `nil`: they are not.
    package let lockRefusal = Mutex<Int32?>(nil)
    /// The files that file systems have room for, in all and still; `nil`: as they have.
    package let files = Mutex<(all: UInt, free: UInt)?>(nil)
    /// The `errno` with which the content of files is not synchronised, though it was written; `nil`: it is.
    package let syncRefusal = Mutex<Int32?>(nil)
    /// False on a file system that keeps no room for what is not written yet.
    package let canKeepRoom = Mutex(true)
    /// The users to whom folders and files belong, by their places; others belong to whom the kernel says.
    package let owners = Mutex<[String: UInt32]>([:])
    /// Happens before a file is locked.
    package let beforeLock = Mutex<(@Sendable () -> Void)?>(nil)
    /// What was synchronised, by its place.
    package let synchronised = Mutex<Set<String>>([])
    /// The `errno` with which `fdatasync` is refused; `nil`: it is not.
    package let dataSyncRefusal = Mutex<Int32?>(nil)
    /// The content that was synchronised by `fdatasync`, by its place, each time.
    package let dataSynchronised = Mutex<[String]>([])
    /// Happens after each `fdatasync`.
    package let afterDataSync = Mutex<(@Sendable () -> Void)?>(nil)
    /// Happens after each file that is closed.
    package let afterClose = Mutex<(@Sendable () -> Void)?>(nil)
    /// True on file systems that have become read-only, as open files tell it.
    package let isReadOnly = Mutex(false)
    /// What was synchronised, and what got another name, in this order: `sync /a/token.17`, `rename /a/token.17 /a/token`,
    /// `link /proc/self/fd/7 /a/new`.
    package let order = Mutex<[String]>([])
    private let kernel = KernelCalls()
    /// The folder that holds the folders of an imaginary place.
    private let home: String?

    /// - Parameter home: a folder that is taken for `/` by whoever names a folder that is none of the system's own, as in
    ///   `/home/me` or `/data`. When left out, everything is where it is said to be.
    package init(holdingPlacesIn home: String? = nil) { self.home = home }

    /// The folders that are there on every machine, temporary ones and the kernel's own among them.
    private static let common: Set<Substring> = ["dev", "etc", "proc", "run", "sys", "tmp", "usr", "var"]

    /// Where something is that is said to be at a path.
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
