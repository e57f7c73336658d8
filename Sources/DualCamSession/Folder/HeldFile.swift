import Glibc
import Kernel

/// A regular file of a session's folder, held open: what is done with it is done with this file, whatever its name leads to by
/// then. Closed with the value.
package final class HeldFile: Sendable {
    /// The file's name in its folder.
    package let name: String
    /// Leads to the open file itself (proc(5), `/proc/self/fd`); for this process only, and as long as the value lives.
    package let path: String
    /// The path for messages.
    private let place: String
    private let descriptor: Int32
    private let system: any SystemCalls

    /// Takes the descriptor over.
    init(taking descriptor: Int32, of system: any SystemCalls, name: String, place: String) {
        (self.descriptor, self.system, self.name, self.place) = (descriptor, system, name, place)
        path = "/proc/self/fd/\(descriptor)"
    }

    deinit { system.close(descriptor) }

    /// The size in bytes.
    package var size: Int64 { facts.map { Int64($0.st_size) } ?? 0 }

    private var facts: stat? {
        var facts = stat()
        return system.fstat(descriptor, &facts) == 0 ? facts : nil
    }

    /// Returns true when it is the file that is described.
    func isSame(_ other: FileFacts?) -> Bool { other.map { known?.isSame($0) ?? false } ?? false }

    /// The whole text.
    ///
    /// - Throws: `FolderFailure`, at once for a file that is larger than `limit`.
    func text(upTo limit: Int64) throws(FolderFailure) -> String {
        guard size <= limit else { throw tooLarge(size, limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(size))
        while true {
            let chunk = try self.bytes(at: Int64(bytes.count), 1 << 16)
            guard !chunk.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk
            // It may grow while it is read.
            guard bytes.count <= limit else { throw tooLarge(Int64(bytes.count), limit) }
        }
    }

    private func tooLarge(_ size: Int64, _ limit: Int64) -> FolderFailure {
        FolderFailure(.read, path: place, refusal: .tooLarge(size, limit: limit))
    }

    /// The facts that the system reports of the file now.
    var known: FileFacts? { facts.map(FileFacts.init) }

    /// The file still has a name.
    package var isThere: Bool { (facts?.st_nlink ?? 0) > 0 }

    /// Fewer than `count` only at the end.
    package func bytes(at offset: Int64, _ count: Int) throws(FolderFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        let read = try repeating(.read, upTo: bytes.count) { done in
            bytes[done...].withUnsafeMutableBytes { system.pread(descriptor, $0, offset + Int64(done)) }
        }
        return Array(bytes[..<read])
    }

    /// Calls the system until all bytes are done, or it does none. Returns how many were.
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

    /// Writes where the file was opened for it: at its end, or at its beginning.
    func write(_ text: String) throws(FolderFailure) {
        let bytes = Array(text.utf8)
        try writing(bytes) { system.write(descriptor, $1) }
    }

    /// Appends a line. What a full disk has left of one before it is ended first.
    func append(line: String) throws(FolderFailure) {
        let size = size
        let isCut = size > 0 ? try bytes(at: size - 1, 1) != [UInt8(ascii: "\n")] : false
        try write((isCut ? "\n" : "") + line + "\n")
    }

    /// Returns true when the file ends with this line.
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

    /// Takes all content away.
    func clear() throws(FolderFailure) {
        guard system.ftruncate(descriptor, 0) == 0 else { throw failure }
    }

    /// Takes away what lies behind `size`, then makes the edits. The time of the last change stays: it tells when a recording was cut off.
    func mend(cutTo size: Int64, _ edits: [FileEdit]) throws(FolderFailure) {
        guard let facts, size >= facts.st_size || system.ftruncate(descriptor, size) == 0 else { throw failure }
        defer { _ = system.futimens(descriptor, [facts.st_atim, facts.st_mtim]) }
        for edit in edits { try write(edit.bytes, at: edit.offset) }
    }

    /// Keeps room on the disk for so many bytes until the file is removed. A file system that cannot keep room for what is not written
    /// yet (exFAT of Linux 6.1, ntfs-3g) is given as many zeros.
    func reserve(_ bytes: Int64) throws(FolderFailure) {
        if system.fallocate(descriptor, bytes) != 0 { try write([UInt8](repeating: 0, count: Int(bytes)), at: 0) }
    }

    /// Returns when the file is on the disk; `data`: its content and what is needed to find it.
    func synchronise(data: Bool = false) throws(FolderFailure) {
        guard (data ? system.fdatasync(descriptor) : system.fsync(descriptor)) == 0 else { throw failure }
    }

    /// Returns when what the file holds is on the disk, whatever was lost of it before: a server that was gone for a while, or a disk
    /// that failed once, makes the kernel tell the next who synchronises of an error of long ago (`EIO`), and only that one (errseq_t).
    func synchroniseAfterLoss() throws(FolderFailure) {
        do throws(FolderFailure) { try synchronise() } catch {
            guard error.errorNumber == EIO else { throw error }
            try synchronise()
        }
    }

    /// The reason why the last call did not change it.
    private var failure: FolderFailure { FolderFailure(.write, path: place, errorNumber: errno) }

    /// Takes the lock of that kind (`flock(2)`) without waiting; returns the `errno` that says why not.
    func lock(_ kind: Int32) -> Int32? {
        while system.flock(descriptor, kind | LOCK_NB) != 0 {
            if errno != EINTR { return errno }
        }
        return nil
    }
}
