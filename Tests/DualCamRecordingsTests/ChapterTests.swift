import DualCamPlan
import Testing

@testable import DualCamRecordings

/// Chapters are written into a file in steps, and the file must be playable after each of them.
@Suite struct ChapterTests {
    private static let chapters = [
        Chapter(start: 1_500_000_000, title: "one"), Chapter(start: 2_000_000_000, title: "zwölf"),
    ]

    /// Returns a file of boxes: ftyp, moov with mvhd and udta, a free box of `room` bytes, mdat.
    private static func movie(room: Int) -> [UInt8] {
        let movie = box("moov", box("mvhd", [1, 2, 3]) + box("udta", box("meta", [4])))
        return box("ftyp", [0, 0, 0, 0]) + movie + box("free", .init(repeating: 0, count: room - 8)) + box("mdat", [9])
    }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(kind.utf8) + content
    }

    /// Returns the boxes as text, such as `moov(mvhd udta(meta)) free mdat`.
    private static func boxes(_ bytes: ArraySlice<UInt8>, within parents: Set<String> = ["moov", "udta"]) -> String {
        var words: [String] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return "broken" }
            let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let inner = parents.contains(kind) ? "(\(boxes(rest.prefix(size).dropFirst(8), within: parents)))" : ""
            words.append(kind + inner)
            rest = rest.dropFirst(size)
        }
        return words.joined(separator: " ") + (rest.isEmpty ? "" : " rest")
    }

    @Test func everyStepLeavesAMovieWhole() throws {
        var file = Bytes(Self.movie(room: 200))
        var states: [String] = []
        for edit in try ChapterFile.edits(for: Self.chapters, in: file) {
            file.write(edit)
            states.append(Self.boxes(file.bytes[...]))
        }
        #expect(
            states == [
                "ftyp moov(mvhd udta(meta)) free mdat", "ftyp moov(mvhd udta(meta)) free mdat",
                "ftyp moov(mvhd udta(meta)) chpl free mdat", "ftyp moov(mvhd udta(meta) chpl) free mdat",
                "ftyp moov(mvhd udta(meta chpl)) free mdat",
            ])
        #expect(file.bytes.count == Self.movie(room: 200).count)
        #expect(file.bytes.suffix(9) == Self.box("mdat", [9])[...])
        #expect(throws: ChapterFailure.present) { try ChapterFile.edits(for: Self.chapters, in: file) }
    }

    @Test(arguments: [(44, true), (51, true), (52, false), (200, false)])
    func withoutRoomAMovieStaysAsItIs(room: Int, isRefused: Bool) throws {
        let file = Bytes(Self.movie(room: room))
        if isRefused {
            #expect(throws: ChapterFailure.room) { try ChapterFile.edits(for: Self.chapters, in: file) }
        } else {
            #expect(try ChapterFile.edits(for: Self.chapters, in: file).count == 5)
        }
    }

    /// A file with header, segment, seek head (one void of 28 bytes) and cluster, as matroskamux writes them.
    private static var matroska: [UInt8] {
        let void: [UInt8] = [0xEC, 0x9A] + .init(repeating: 0, count: 26)
        let content = element([0x11, 0x4D, 0x9B, 0x74], void) + element([0x1F, 0x43, 0xB6, 0x75], [7, 7])
        return element([0x1A, 0x45, 0xDF, 0xA3], [1]) + element([0x18, 0x53, 0x80, 0x67], content)
    }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + MatroskaText.wide(Int64(content.count)) + content
    }

    @Test func aMatroskaFileGetsItsChaptersAtTheEndAndTheirPlaceAtTheFront() throws {
        var file = Bytes(Self.matroska)
        let edits = try ChapterFile.edits(for: Self.chapters, in: file)
        #expect(edits.map(\.offset) == [79, 17, 39, 37])
        for edit in edits { file.write(edit) }
        #expect(Array(file.bytes[79..<83]) == [0x10, 0x43, 0xA7, 0x70])
        #expect(Array(file.bytes[17..<25]) == MatroskaText.wide(Int64(file.bytes.count - 25)))
        #expect(Array(file.bytes[37..<65]) == MatroskaText.entry(position: 79 - 25))
        #expect(throws: ChapterFailure.present) { try ChapterFile.edits(for: Self.chapters, in: file) }
    }

    @Test func anyOtherFileIsLeftAlone() {
        #expect(throws: ChapterFailure.layout("is neither mov, mp4 nor mkv")) {
            try ChapterFile.edits(for: Self.chapters, in: Bytes(Array("RIFF....".utf8)))
        }
        #expect(throws: ChapterFailure.layout("ends too early")) {
            try ChapterFile.edits(for: Self.chapters, in: Bytes([]))
        }
    }
}

struct Bytes: ByteSource {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64 { Int64(bytes.count) }

    func bytes(at offset: Int64, _ count: Int) -> [UInt8] {
        guard offset < size else { return [] }
        return Array(bytes[Int(offset)...].prefix(count))
    }

    mutating func write(_ edit: FileEdit) {
        let end = Int(edit.offset) + edit.bytes.count
        if end > bytes.count { bytes += .init(repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(Int(edit.offset)..<end, with: edit.bytes)
    }
}
