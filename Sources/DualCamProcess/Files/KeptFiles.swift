package import DualCamConfig
import Glibc
import Synchronization

/// Copies of the files that a pipeline file refers to (.cube tables, logos), as last read. The supervisor keeps the
/// copies, so that the next worker draws the same picture even if the files on the disk have changed.
package final class KeptFiles: Sendable {
    /// The descriptor number under which a worker inherits the kept copies.
    package static let descriptor: Int32 = 4

    private struct State {
        var known: [String: [UInt8]] = [:]
        /// The end of the complete entries in the file, in bytes. Anything after it is an incomplete entry.
        var end = 0
        var comesFirst = true
        var remarks: [String: String] = [:]
    }

    /// A function that returns the content of a file. It throws if the file is larger than `limit` bytes.
    package typealias Reading = (_ path: String, _ limit: Int) throws(Refusal) -> [UInt8]

    private let descriptor: Int32?
    private let state: Mutex<State>

    /// Reads the copies that earlier workers kept.
    /// - Parameter descriptor: The descriptor of the file that holds the copies, to which this worker appends more;
    ///   `nil` to keep no copies.
    package init(descriptor: Int32? = nil) {
        self.descriptor = descriptor
        state = Mutex(descriptor.map(Self.read) ?? State())
    }

    /// Returns the copies kept by earlier workers; empty if this process inherits none from a supervisor.
    package static func ofThisProcess() -> KeptFiles {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return KeptFiles() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return KeptFiles(descriptor: descriptor)
    }

    /// Creates an unnamed file for kept copies, in memory if possible; returns `nil` if that fails. Its descriptor
    /// number is higher than the numbers that a worker inherits.
    package static func place() -> Int32? {
        for folder in ["/dev/shm", "/tmp"] {
            var name = Array("\(folder)/dualcam-files-XXXXXX".utf8CString)
            let made = mkstemp(&name)
            guard made >= 0 else { continue }
            defer { close(made) }
            unlink(name)
            let place = fcntl(made, F_DUPFD_CLOEXEC, 64)
            if place >= 0 { return place }
        }
        return nil
    }

    /// Returns the content of a file: the copy that an earlier worker kept or, without a copy, the content on the disk.
    ///
    /// Throws if the file cannot be read; the error says why, with advice.
    package func bytes(_ path: String, limit: Int, by read: Reading = RegularFile.bytes) throws(Refusal) -> [UInt8] {
        guard let known = state.withLock({ $0.comesFirst ? $0.known[path] : nil }) else {
            return try newest(path, limit: limit, by: read)
        }
        do throws(Refusal) { _ = try read(path, limit) } catch {
            let remark = "A file for the picture is used as last read: \(error.message)."
            state.withLock { $0.remarks[path] = remark }
        }
        return known
    }

    /// Returns the current content of a file on the disk, and keeps a copy.
    ///
    /// Throws if the file cannot be read; the error says why, with advice.
    package func newest(_ path: String, limit: Int, by read: Reading = RegularFile.bytes) throws(Refusal) -> [UInt8] {
        let bytes = try read(path, limit)
        keep(bytes, of: path)
        return bytes
    }

    /// Makes `bytes` read all files from the disk again from now on, even if there are kept copies.
    package func renew() { state.withLock { ($0.comesFirst, $0.remarks) = (false, [:]) } }

    /// The remarks for users: one sentence for each file whose kept copy is used because the file can no longer be
    /// read.
    package var remarks: [String] { state.withLock { $0.remarks.sorted { $0.key < $1.key }.map(\.value) } }

    private func keep(_ bytes: [UInt8], of path: String) {
        guard let descriptor else { return }
        state.withLock { state in
            guard state.known[path] != bytes else { return }
            let entry = Array("\(path.utf8.count) \(bytes.count)\n\(path)".utf8) + bytes
            guard Self.write(entry, to: descriptor, at: state.end) else { return }
            state.end += entry.count
            state.known[path] = bytes
        }
    }

    // MARK: The format of kept files: the lengths of path and content, a newline, the path, and the content
    private static func read(_ descriptor: Int32) -> State {
        var state = State()
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size > 0 else { return state }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
            }
            if count > 0 { filled += count } else if count == 0 || errno != EINTR { break }
        }
        var rest = bytes.prefix(filled)
        while let (path, content, next) = entry(rest) {
            state.known[path] = Array(content)
            rest = rest[next...]
        }
        state.end = rest.startIndex
        ftruncate(descriptor, off_t(state.end))
        return state
    }

    /// Returns the path and content of the first entry and the position of the next entry; `nil` if the entry is
    /// incomplete.
    private static func entry(_ bytes: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>, Int)? {
        guard let line = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let lengths = String(decoding: bytes[..<line], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard lengths.count == 2, lengths.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
        let (path, end) = (line + 1 + lengths[0], line + 1 + lengths[0] + lengths[1])
        guard end <= bytes.endIndex else { return nil }
        return (String(decoding: bytes[(line + 1)..<path], as: UTF8.self), bytes[path..<end], end)
    }

    /// Writes all bytes to a file, starting at the offset `place`. Returns true on success.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, at place: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(place + written))
            }
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        return true
    }
}
