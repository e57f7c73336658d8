/// The reasons why a file got no chapters; it is as it was.
enum ChapterFailure: Error, Sendable, Equatable {
    /// The disk reported an error, or the file must not be changed; the text says why.
    case disk(String)
    /// It is not there.
    case missing
    /// It is not laid out as the muxers of mov, mp4 and mkv do it.
    case layout(String)
    /// It has chapters already.
    case present
    /// There is no room left for so many.
    case room

    var message: String {
        switch self {
        case .disk(let reason): reason
        case .missing: "the file is not there"
        case .layout(let what): "the file \(what)"
        case .present: "it has chapters already"
        case .room: "there is no room left for them in its index"
        }
    }
}

/// Bytes to be written at one place of a file. Edits are made in their order, and after each of them the file can be played.
struct FileEdit: Sendable, Equatable {
    var offset: Int64
    var bytes: [UInt8]
}

/// The most boxes or elements beside each other: ten days of fragments of half a second are fewer.
let mostParts = 2_000_000

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
    /// Writes chapters into a session's file that has none. Each step is on the disk before the next, and after each the file can
    /// be played. Blocks.
    static func write(
        _ chapters: [Chapter], into path: String, of storage: SessionStorage
    ) throws(ChapterFailure) {
        let held: HeldFile?
        do throws(FolderFailure) { held = try storage.open(path, for: .write) } catch { throw .disk(error.reason) }
        guard let held else { throw .missing }
        let file = OpenFile(held)
        for edit in try edits(for: chapters, in: file) { try file.write(edit) }
    }

    static func edits(for chapters: [Chapter], in file: some ByteSource) throws(ChapterFailure) -> [FileEdit] {
        let head = try file.exactly(8, at: 0)
        if Array(head[4...]) == Array("ftyp".utf8) { return try file.movieEdits(for: chapters) }
        if Array(head[..<4]) == MatroskaText.header { return try MatroskaElements(file: file).edits(for: chapters) }
        throw .layout("is neither mov, mp4 nor mkv")
    }
}

struct OpenFile: ByteSource {
    private let file: HeldFile
    let size: Int64

    init(_ file: HeldFile) { (self.file, size) = (file, file.size) }

    func bytes(at offset: Int64, _ count: Int) throws(ChapterFailure) -> [UInt8] {
        do throws(FolderFailure) { return try file.bytes(at: offset, count) } catch { throw .disk(error.reason) }
    }

    func write(_ edit: FileEdit) throws(ChapterFailure) {
        do throws(FolderFailure) {
            try file.write(edit.bytes, at: edit.offset)
            try file.synchronise(data: true)
        } catch {
            throw .disk(error.reason)
        }
    }
}
