package import DualCamPlan

/// The reasons why chapters could not be written into a file. After `disk`, the file may be partly changed, but can
/// still be played. After any other reason, it is unchanged.
package enum ChapterFailure: Error, Sendable, Equatable {
    /// The disk reported an error, or dualcam must not change the file, for example because it is a link. The value is
    /// the reason as text.
    case disk(String)
    /// The file into which chapters were to be written does not exist.
    case missing
    /// The file's layout differs from what dualcam's muxers write for mov, mp4 and mkv. The value describes the
    /// difference for users, such as `ends too early`.
    case layout(String)
    /// The file already has chapters.
    case present
    /// The space that the muxer reserved in the file is too small for the chapters.
    case room

    /// The reason as a phrase for users, without a full stop.
    package var message: String {
        switch self {
        case .disk(let reason): reason
        case .missing: "the file is not there"
        case .layout(let what): "the file \(what)"
        case .present: "it has chapters already"
        case .room: "there is no room left for them in its index"
        }
    }

    static func translate<Value>(
        _ work: @autoclosure () throws(FolderFailure) -> Value
    ) throws(ChapterFailure) -> Value {
        do throws(FolderFailure) { return try work() } catch { throw .disk(error.reason) }
    }
}

/// The maximum number of MP4 boxes or Matroska elements that are read from one list in a file. A ten-day recording in
/// half-second fragments has fewer.
let mostParts = 2_000_000

/// A source of a file's bytes: an open file, or bytes in memory for tests.
protocol ByteSource {
    var size: Int64 { get }

    /// Reads up to `count` bytes at an offset from the start of the file. Returns fewer bytes only at the end of the
    /// file. Throws `FolderFailure` if the bytes cannot be read.
    func bytes(at offset: Int64, _ count: Int) throws(FolderFailure) -> [UInt8]
}

extension HeldFile: ByteSource {}

extension ByteSource {
    /// Reads up to `count` bytes at an offset, like `bytes(at:_:)`, but throws a `ChapterFailure` on an error. Returns
    /// fewer bytes only at the end of the file.
    func part(_ count: Int, at offset: Int64) throws(ChapterFailure) -> [UInt8] {
        try ChapterFailure.translate(bytes(at: offset, count))
    }

    func exactly(_ count: Int, at offset: Int64) throws(ChapterFailure) -> [UInt8] {
        let bytes = try part(count, at: offset)
        guard bytes.count == count else { throw .layout("ends too early") }
        return bytes
    }
}

/// Writes chapters into finished mov, mp4 and mkv files in place, without moving any frame.
package enum ChapterFile {
    /// Writes chapters into a session's file that has none yet. Each edit is on the disk before the next one is made,
    /// and the file can be played after each edit. Blocks.
    ///
    /// - Parameters:
    ///   - path: The path of the file as the session lists it.
    ///   - storage: The access to the session's files.
    /// - Throws: `ChapterFailure`; `present` if the file already has chapters, `missing` if it does not exist.
    package static func write(
        _ chapters: [Chapter], into path: String, of storage: SessionStorage
    ) throws(ChapterFailure) {
        guard let file = try ChapterFailure.translate(storage.open(path, for: .write)) else { throw .missing }
        for edit in try edits(for: chapters, in: file) {
            try ChapterFailure.translate(file.write(edit.bytes, at: edit.offset))
            try ChapterFailure.translate(file.synchronise(data: true))
        }
    }

    static func edits(for chapters: [Chapter], in file: some ByteSource) throws(ChapterFailure) -> [FileEdit] {
        let head = try file.exactly(8, at: 0)
        if Array(head[4...]) == Array("ftyp".utf8) { return try file.movieEdits(for: chapters) }
        if Array(head[..<4]) == MatroskaText.header { return try MatroskaElements(file: file).edits(for: chapters) }
        throw .layout("is neither mov, mp4 nor mkv")
    }
}

/// A chapter of one file, made from a mark.
package struct Chapter: Sendable, Equatable {
    /// The chapter's start, in nanoseconds from the start of the file; not negative.
    package var start: Int64
    /// The chapter's title, never empty: the mark's text, or `Mark` with its number.
    package var title: String

    /// The maximum number of chapters in mov and mp4 files, whose chapter list has a one-byte length.
    package static let mostInMovies = 255
}

extension [SessionHistory.Mark] {
    /// Returns those marks that lie within a file, converted to the file's chapters and ordered by time.
    ///
    /// - Parameters:
    ///   - part: The part of the session to which the file belongs.
    ///   - pauses: The pauses of that part. A file does not contain them, so chapters after a pause are earlier in the
    ///     file by its length.
    package func chapters(of file: FileSummary, in part: Int, _ pauses: CutList) -> [Chapter] {
        let start = pauses.recorded(file.start).nanoseconds
        let end = start +| Swift.max(0, file.nanoseconds)
        return enumerated().compactMap { index, mark in
            let place = pauses.recorded(mark.at).nanoseconds
            guard mark.part == part, place >= start -| file.lead, place < end else { return nil }
            let title = mark.text.isEmpty ? "Mark \(index + 1)" : mark.text
            return Chapter(start: Swift.max(0, place -| start +| file.lead), title: title)
        }.sorted { $0.start < $1.start }
    }
}
