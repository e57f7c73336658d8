import Glibc
import Synchronization

@testable import DualCamSession

/// The kernel's calls, of which those that write into a file can be refused, before or after a part was written, and so can locks.
final class SystemWithFaults: SystemCalls {
    /// Bytes that are still taken; `nil`: all.
    let room = Mutex<Int?>(nil)
    /// The `errno` with which locks are refused; `nil`: they are not.
    let lockRefusal = Mutex<Int32?>(nil)
    /// The files that file systems have room for, in all and still; `nil`: as they have.
    let files = Mutex<(all: UInt, free: UInt)?>(nil)
    /// The `errno` with which the content of files is not synchronised, though it was written; `nil`: it is.
    let syncRefusal = Mutex<Int32?>(nil)
    /// False on a file system that keeps no room for what is not written yet.
    let canKeepRoom = Mutex(true)
    /// What was synchronised, by its place.
    let synchronised = Mutex<Set<String>>([])
    let kernel = KernelCalls()

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard let left = room.withLock({ $0 }) else { return kernel.write(descriptor, bytes) }
        guard left > 0 else {
            errno = ENOSPC
            return -1
        }
        let count = min(left, bytes.count)
        room.withLock { $0 = left - count }
        return kernel.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }

    func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        kernel.openat(folder, path, flags, mode)
    }
    func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32 {
        kernel.fstatat(folder, path, &facts, flags)
    }
    func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32 { kernel.faccessat(folder, path, mode) }
    func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32 {
        kernel.renameat(folder, path, newFolder, newPath)
    }
    func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 { kernel.unlinkat(folder, path, flags) }
    func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32 { kernel.mkdirat(folder, path, mode) }
    func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32 {
        kernel.give(descriptor, toGroup: group, mode)
    }
    func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32 {
        let result = kernel.statvfs(path, &facts)
        if let left = files.withLock({ $0 }) { (facts.f_files, facts.f_favail) = (left.all, left.free) }
        return result
    }
    func names(in folder: Int32) -> [String]? { kernel.names(in: folder) }
    func place(of descriptor: Int32) -> String? { kernel.place(of: descriptor) }
    func close(_ descriptor: Int32) { kernel.close(descriptor) }
    func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 { kernel.fstat(descriptor, &facts) }
    func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int { kernel.read(descriptor, bytes) }
    func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
        kernel.pread(descriptor, bytes, offset)
    }
    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int {
        kernel.pwrite(descriptor, bytes, offset)
    }
    func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 { kernel.ftruncate(descriptor, size) }
    func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32 { kernel.futimens(descriptor, times) }
    func fsync(_ descriptor: Int32) -> Int32 {
        if let number = syncRefusal.withLock({ $0 }) {
            errno = number
            return -1
        }
        if let place = kernel.place(of: descriptor) { _ = synchronised.withLock { $0.insert(place) } }
        return kernel.fsync(descriptor)
    }
    func fdatasync(_ descriptor: Int32) -> Int32 { kernel.fdatasync(descriptor) }
    func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        guard let number = lockRefusal.withLock({ $0 }) else { return kernel.flock(descriptor, operation) }
        errno = number
        return -1
    }
    func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32 {
        guard canKeepRoom.withLock({ $0 }) else {
            errno = EOPNOTSUPP
            return -1
        }
        return kernel.fallocate(descriptor, bytes)
    }
    func isClockSynchronised() -> Bool? { kernel.isClockSynchronised() }
    func geteuid() -> UInt32 { kernel.geteuid() }
    func getpid() -> Int32 { kernel.getpid() }
    func hostName() -> String? { kernel.hostName() }
    func nanoseconds(of clock: clockid_t) -> Int64 { kernel.nanoseconds(of: clock) }
}
