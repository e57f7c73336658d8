import Glibc
import Kernel

/// A regular file of a session's folder, held open. All operations act on the opened file, even if a different file now
/// has its name. The file is closed when the object is released.
package final class HeldFile: Sendable {
    /// The name that the file had in its folder when it was opened.
    package let name: String
    /// The path by which this process can open the same file again (proc(5), `/proc/self/fd`). It is valid only in this
    /// process, and only while this object exists.
    package let path: String
    /// The path at which the file was opened, for error messages.
    private let place: String
    private let descriptor: Int32
    private let system: any SystemCalls

    /// Creates the object for a file that is already open.
    ///
    /// - Parameters:
    ///   - descriptor: The open file descriptor, which is closed when the object is released.
    ///   - name: The file's name within its folder.
    ///   - place: The file's path, for error messages.
    init(taking descriptor: Int32, of system: any SystemCalls, name: String, place: String) {
        (self.descriptor, self.system, self.name, self.place) = (descriptor, system, name, place)
        path = "/proc/self/fd/\(descriptor)"
    }

    deinit { system.close(descriptor) }

    /// The file's size in bytes; 0 if it cannot be read.
    package var size: Int64 { facts.map { Int64($0.st_size) } ?? 0 }

    private var facts: stat? {
        var facts = stat()
        return system.fstat(descriptor, &facts) == 0 ? facts : nil
    }

    /// Returns true if this open file and the file that `other` describes are the same file.
    func isSame(_ other: FileFacts?) -> Bool { other.map { known?.isSame($0) ?? false } ?? false }

    /// Reads the whole text of the file.
    ///
    /// - Throws: `FolderFailure`; a file larger than `limit` bytes is not read.
    func text(upTo limit: Int64) throws(FolderFailure) -> String {
        guard size <= limit else { throw tooLarge(size, limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(size))
        while true {
            let chunk = try self.bytes(at: Int64(bytes.count), 1 << 16)
            guard !chunk.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk
            // The file may grow while it is being read.
            guard bytes.count <= limit else { throw tooLarge(Int64(bytes.count), limit) }
        }
    }

    private func tooLarge(_ size: Int64, _ limit: Int64) -> FolderFailure {
        FolderFailure(.read, path: place, refusal: .tooLarge(size, limit: limit))
    }

    /// The open file's current metadata; `nil` if the metadata cannot be read.
    var known: FileFacts? { facts.map(FileFacts.init) }

    /// True while the open file has a name in any folder. False once the file has been deleted.
    package var isThere: Bool { (facts?.st_nlink ?? 0) > 0 }

    /// Reads up to `count` bytes of the file from an offset. Returns fewer bytes only at the end of the file. Throws
    /// `FolderFailure` if the disk reports an error.
    package func bytes(at offset: Int64, _ count: Int) throws(FolderFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        let read = try repeating(.read, upTo: bytes.count) { done in
            bytes[done...].withUnsafeMutableBytes { system.pread(descriptor, $0, offset + Int64(done)) }
        }
        return Array(bytes[..<read])
    }

    /// Repeats a system call until all bytes are transferred or a call transfers none. Returns the number of bytes
    /// transferred.
    private func repeating(
        _ operation: FolderFailure.Operation, upTo count: Int, _ call: (_ done: Int) -> Int
    ) throws(FolderFailure) -> Int {
        var done = 0
        while done < count {
            let more = call(done)
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw FolderFailure(operation, path: place, errorNumber: errno) }
            if more == 0 { break }
            done += more
        }
        return done
    }

    /// Writes text at the file descriptor's position; at the end if the file was opened for appending. Throws
    /// `FolderFailure` if not all of it can be written.
    package func write(_ text: String) throws(FolderFailure) {
        let bytes = Array(text.utf8)
        try writing(bytes) { system.write(descriptor, $1) }
    }

    /// Appends a line to the file. If a full disk left an incomplete line at the end, that line is terminated first.
    func append(line: String) throws(FolderFailure) {
        let size = size
        let isCut = size > 0 ? try bytes(at: size - 1, 1) != [UInt8(ascii: "\n")] : false
        try write((isCut ? "\n" : "") + line + "\n")
    }

    /// Returns true if the file's last line equals `line`.
    func endsWith(line: String) throws(FolderFailure) -> Bool {
        let bytes = Array((line + "\n").utf8)
        guard size >= bytes.count else { return false }
        return try self.bytes(at: size - Int64(bytes.count), bytes.count) == bytes
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(FolderFailure) {
        try writing(bytes) { system.pwrite(descriptor, $1, offset + Int64($0)) }
    }

    private func writing(
        _ bytes: [UInt8], _ call: (_ done: Int, _ rest: UnsafeRawBufferPointer) -> Int
    ) throws(FolderFailure) {
        let written = try repeating(.write, upTo: bytes.count) { done in
            bytes[done...].withUnsafeBytes { call(done, $0) }
        }
        guard written == bytes.count else { throw FolderFailure(.write, path: place, errorNumber: EIO) }
    }

    /// Truncates the file to zero bytes.
    func clear() throws(FolderFailure) {
        guard system.ftruncate(descriptor, 0) == 0 else { throw failure }
    }

    /// Repairs the file: truncates it to `size` bytes, then applies the edits. The modification time is preserved,
    /// because it shows when a recording was cut off.
    func mend(cutTo size: Int64, _ edits: [FileEdit]) throws(FolderFailure) {
        guard let facts, size >= facts.st_size || system.ftruncate(descriptor, size) == 0 else { throw failure }
        defer { _ = system.futimens(descriptor, [facts.st_atim, facts.st_mtim]) }
        for edit in edits { try write(edit.bytes, at: edit.offset) }
    }

    /// Reserves this many bytes on the disk for the file. If the file system cannot reserve space (exFAT of Linux 6.1,
    /// ntfs-3g), zeros are written instead.
    func reserve(_ bytes: Int64) throws(FolderFailure) {
        if system.fallocate(descriptor, bytes) != 0 { try write([UInt8](repeating: 0, count: Int(bytes)), at: 0) }
    }

    /// Synchronises the file to the disk (`fsync`). If `data` is true, only the content and the metadata needed to read
    /// it are synchronised (`fdatasync`).
    package func synchronise(data: Bool = false) throws(FolderFailure) {
        guard (data ? system.fdatasync(descriptor) : system.fsync(descriptor)) == 0 else { throw failure }
    }

    /// Synchronises the file to the disk and ignores one earlier I/O error. After a server outage or a disk error, the
    /// kernel reports the old error (`EIO`) once, to the next call that synchronises (errseq_t).
    func synchroniseAfterLoss() throws(FolderFailure) {
        do throws(FolderFailure) { try synchronise() } catch {
            guard error.errorNumber == EIO else { throw error }
            try synchronise()
        }
    }

    /// The failure of a write to the file, created from the current `errno`.
    private var failure: FolderFailure { FolderFailure(.write, path: place, errorNumber: errno) }

    /// Acquires a lock on the file (`flock(2)`) without waiting. Returns `nil` on success, otherwise the `errno`;
    /// `EWOULDBLOCK` if another process holds a lock that excludes this one.
    ///
    /// - Parameter kind: `LOCK_SH` for a shared lock, `LOCK_EX` for an exclusive one.
    func lock(_ kind: Int32) -> Int32? {
        while system.flock(descriptor, kind | LOCK_NB) != 0 {
            if errno != EINTR { return errno }
        }
        return nil
    }
}
