import Glibc

/// Why a file got no chapters; it is as it was.
enum ChapterFailure: Error, Sendable, Equatable {
    /// What the system said (`errno`).
    case disk(Int32)
    /// It is not laid out as the muxers of mov, mp4 and mkv do it.
    case layout(String)
    /// It has chapters already.
    case present
    /// There is no room left for so many.
    case room

    var message: String {
        switch self {
        case .disk(let number): String(cString: strerror(number))
        case .layout(let what): "the file \(what)"
        case .present: "it has chapters already"
        case .room: "there is no room left for them in its index"
        }
    }
}

/// What is to be written into a file, one after the other: after each of them it can be played.
struct FileEdit: Sendable, Equatable {
    var offset: Int64
    var bytes: [UInt8]
}

/// A file's bytes, wherever they are.
protocol ByteSource {
    var size: Int64 { get }

    /// Fewer than `count` only at the end.
    func bytes(at offset: Int64, _ count: Int) throws(ChapterFailure) -> [UInt8]
}

extension ByteSource {
    func exactly(_ count: Int, at offset: Int64) throws(ChapterFailure) -> [UInt8] {
        let bytes = try bytes(at: offset, count)
        guard bytes.count == count else { throw .layout("ends too early") }
        return bytes
    }
}

/// Chapters in finished files of mov, mp4 and mkv, put in where they are: no frame is moved.
enum ChapterFile {
    /// Writes chapters into a file that has none. Each step is on the disk before the next, and after each the file can be played.
    /// Blocks.
    static func write(_ chapters: [Chapter], into path: String) throws(ChapterFailure) {
        let file = try OpenFile(path)
        for edit in try edits(for: chapters, in: file) { try file.write(edit) }
    }

    static func edits(for chapters: [Chapter], in file: some ByteSource) throws(ChapterFailure) -> [FileEdit] {
        let head = try file.exactly(8, at: 0)
        if Array(head[4...]) == Array("ftyp".utf8) { return try MovieChapters(file).edits(chapters) }
        if Array(head[..<4]) == MatroskaText.header { return try MatroskaChapters(file).edits(chapters) }
        throw .layout("is neither mov, mp4 nor mkv")
    }
}

/// Closed when nobody has it any more.
private final class OpenFile: ByteSource {
    private let descriptor: Int32
    let size: Int64

    init(_ path: String) throws(ChapterFailure) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(errno) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            let number = errno
            close(descriptor)
            throw .disk(number)
        }
        size = Int64(facts.st_size)
    }

    deinit { close(descriptor) }

    func bytes(at offset: Int64, _ count: Int) throws(ChapterFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var done = 0
        while done < bytes.count {
            let read = bytes[done...].withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(done))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw .disk(errno) }
            if read == 0 { break }
            done += read
        }
        return Array(bytes[..<done])
    }

    func write(_ edit: FileEdit) throws(ChapterFailure) {
        var done = 0
        while done < edit.bytes.count {
            let written = edit.bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(edit.offset) + off_t(done))
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .disk(errno) }
            done += written
        }
        guard fdatasync(descriptor) == 0 else { throw .disk(errno) }
    }
}
