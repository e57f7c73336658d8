import Glibc

/// The calls on open files.
extension ProcessSystem {
    func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let offset = disk.open[descriptor]?.offset else { return Int(fail(EBADF)) }
        let count = pread(descriptor, bytes, Int64(offset))
        if count > 0 { disk.open[descriptor]?.offset += count }
        return count
    }

    func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int {
        guard let inode = begin(descriptor) else { return -1 }
        if let number = disk.failure(of: .read, on: inode.volume) { return Int(fail(number)) }
        // Recorded files have no simulated bytes, only frames; reading them returns zeros.
        if inode.media != nil {
            let count = max(0, min(Int64(bytes.count), inode.size - offset))
            for index in 0..<Int(count) { bytes[index] = 0 }
            return Int(count)
        }
        guard offset < inode.bytes.count else { return 0 }
        let part = inode.bytes[Int(offset)...].prefix(bytes.count)
        bytes.copyBytes(from: part)
        return part.count
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard let inode = begin(descriptor), let file = disk.open[descriptor] else { return -1 }
        let offset = file.appends ? inode.bytes.count : file.offset
        let count = put(bytes, inode, at: offset)
        if count > 0 { disk.open[descriptor]?.offset = offset + count }
        return count
    }

    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int {
        guard let inode = begin(descriptor) else { return -1 }
        return put(bytes, inode, at: Int(offset))
    }

    private func put(_ bytes: UnsafeRawBufferPointer, _ inode: Inode, at offset: Int) -> Int {
        if let number = refusal(.write, in: inode) { return Int(fail(number)) }
        let free = disk.freeBytes(of: inode.volume)
        // A full disk accepts only the first part of the data.
        let count = min(bytes.count, Int(free))
        guard count > 0 || bytes.isEmpty else { return Int(fail(ENOSPC)) }
        inode.changed = disk.wall()
        if inode.media != nil {
            inode.media?.version += 1
            return count
        }
        if inode.bytes.count < offset { inode.bytes += [UInt8](repeating: 0, count: offset - inode.bytes.count) }
        inode.willChange(from: offset)
        let end = min(inode.bytes.count, offset + count)
        inode.bytes.replaceSubrange(offset..<end, with: bytes[..<count])
        return count
    }

    /// Always fails, as on NFS 3, where space cannot be reserved.
    func fallocate(_ descriptor: Int32, _ bytes: Int64) -> Int32 { fail(EOPNOTSUPP) }

    func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 {
        guard let inode = begin(descriptor) else { return -1 }
        if let number = refusal(.truncate, in: inode) { return fail(number) }
        if inode.media == nil {
            inode.willChange(from: Int(size))
            inode.bytes = Array(inode.bytes.prefix(Int(size)))
        }
        inode.changed = disk.wall()
        return 0
    }

    func futimens(_ descriptor: Int32, _ times: [timespec]) -> Int32 {
        guard let inode = begin(descriptor) else { return -1 }
        if let time = times.last { inode.changed = Int64(time.tv_sec) * Span.second + Int64(time.tv_nsec) }
        return 0
    }

    func fsync(_ descriptor: Int32) -> Int32 {
        guard let inode = begin(descriptor) else { return -1 }
        let number = disk.refusal(of: inode.volume)
        if number == EIO { return fail(number) }
        if let number = disk.failure(of: .sync, on: inode.volume) { return fail(number) }
        if inode.kind == .folder {
            if disk.plant != .folderNotSynced { inode.commitNames() }
            return 0
        }
        if disk.plant == .fileNotSynced { return 0 }
        inode.commitBytes()
        if let end = inode.media?.end { inode.media?.synced = end }
        // A file system's journal also contains the names that were created earlier in the same transaction.
        if disk.plant != .folderNotSynced { inode.parent?.commitNames() }
        return 0
    }

    func fdatasync(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

    func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
        guard let inode = begin(descriptor) else { return -1 }
        let isExclusive = operation & LOCK_EX != 0
        let others = inode.locks.filter { $0.descriptor != descriptor }
        let isHeld = isExclusive ? !others.isEmpty : others.contains { $0.isExclusive }
        if isHeld, disk.plant != .lockIgnored { return fail(EWOULDBLOCK) }
        inode.locks.removeAll { $0.descriptor == descriptor }
        inode.locks.append(.init(process: process, descriptor: descriptor, isExclusive: isExclusive))
        return 0
    }
}
