package import Glibc

/// The real system calls of the kernel on which this process runs.
package struct KernelCalls: SystemCalls {
    package init() {}

    // MARK: Names
    package func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        Glibc.openat(folder, path, flags, mode)
    }

    package func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32 {
        Glibc.fstatat(folder, path, &facts, flags)
    }

    package func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32 {
        Glibc.faccessat(folder, path, mode, 0)
    }

    package func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32 {
        Glibc.renameat(folder, path, newFolder, newPath)
    }

    package func linkat(
        _ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String, _ flags: Int32
    ) -> Int32 {
        Glibc.linkat(folder, path, newFolder, newPath, flags)
    }

    package func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
        Glibc.unlinkat(folder, path, flags)
    }

    package func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32 {
        Glibc.mkdirat(folder, path, mode)
    }

    package func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32 {
        // The value `uid_t.max` keeps the owner. The mode is set last, because changing the group clears the
        // set-group-ID bit.
        fchown(descriptor, uid_t.max, group) == 0 ? fchmod(descriptor, mode) : -1
    }

    package func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32 { space(path, &facts) }

    package func names(in folder: Int32) -> [String]? {
        let own = Glibc.openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return nil }
        guard let stream = fdopendir(own) else {
            let number = errno
            Glibc.close(own)
            errno = number
            return nil
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    package func unnameable(in folder: Int32, holding files: [String]) -> [String] {
        let own = Glibc.openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return [] }
        guard let stream = fdopendir(own) else {
            Glibc.close(own)
            return []
        }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard String(validating: name, as: UTF8.self) == nil else { continue }
            let holds = files.contains { file in
                var facts = stat()
                let path = (name + Array("/\(file)".utf8) + [0]).map(CChar.init(bitPattern:))
                return Glibc.fstatat(folder, path, &facts, AT_SYMLINK_NOFOLLOW) == 0
            }
            if holds { found.append(Self.escaped(name)) }
        }
        return found.sorted()
    }

    private static func escaped(_ name: [UInt8]) -> String {
        name.map { (32..<127).contains($0) ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16) }.joined()
    }

    package func place(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Open files
    package func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    package func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 { Glibc.fstat(descriptor, &facts) }

    package func fstatvfs(_ descriptor: Int32, _ facts: inout Glibc.statvfs) -> Int32 {
        Glibc.fstatvfs(descriptor, &facts)
    }

    package func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    }

    package func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
        Glibc.pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }

    package func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int {
        Glibc.pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
    }

    package func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 { Glibc.ftruncate(descriptor, off_t(size)) }

    package func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32 {
        DiskRoom.keep(bytes, for: descriptor)
    }

    package func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32 { Glibc.futimens(descriptor, times) }

    package func fsync(_ descriptor: Int32) -> Int32 { Glibc.fsync(descriptor) }

    package func fdatasync(_ descriptor: Int32) -> Int32 { Glibc.fdatasync(descriptor) }

    package func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { lock(descriptor, operation) }

    // MARK: The process and its machine
    package func geteuid() -> UInt32 { Glibc.geteuid() }

    package func getpid() -> Int32 { Glibc.getpid() }

    package func hostName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func nanoseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    package func isClockSynchronised() -> Bool? { WallClock.isSynchronised }
}

// Wrappers of C functions whose names are also names of C structs. Qualified by the module, as in `Glibc.flock`, such a
// name means the struct and not the function.
private func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 { flock(descriptor, operation) }

private func space(_ path: String, _ facts: inout Glibc.statvfs) -> Int32 { statvfs(path, &facts) }
