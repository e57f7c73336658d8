extension MatroskaElements {
    /// The length, in bytes, of a Seek element with its header, as matroskamux writes it.
    private static var entryLength: Int64 { 28 }

    /// Returns the edits that add chapters to an mkv file, in the order in which they must be made. The element
    /// Chapters (RFC 9559) is appended to the segment. Its seek entry is written into the space that matroskamux
    /// reserves for it.
    func edits(for chapters: [Chapter]) throws(ChapterFailure) -> [FileEdit] {
        let top = try list(from: 0, to: file.size)
        guard let segment = top.last, segment.id == MatroskaText.segment, segment.lengthBytes == 8,
            let length = segment.length
        else { throw .layout("has no segment of a known length") }
        let content = segment.start + segment.head
        guard length == file.size - content else { throw .layout("does not end with its segment") }
        guard let seek = try list(from: content, to: file.size, most: 1).first, seek.id == MatroskaText.seekHead,
            let seekLength = seek.length
        else { throw .layout("has no list of seek entries") }
        let entries = try list(from: seek.start + seek.head, to: seek.start + seek.head + seekLength)
        let isRoom = { (entry: Element) in
            entry.id == MatroskaText.void && entry.head + (entry.length ?? 0) == Self.entryLength
        }
        for entry in entries {
            let bytes = try file.part(Int(Self.entryLength), at: entry.start)
            if bytes.starts(with: MatroskaText.entry(position: 0).prefix(17)) { throw .present }
        }
        guard let room = entries.first(where: isRoom) else { throw .room }
        let element = MatroskaText.chapters(chapters)
        let entry = MatroskaText.entry(position: length)
        return [
            FileEdit(offset: content + length, bytes: element),
            FileEdit(
                offset: segment.start + segment.head - 8,
                bytes: MatroskaText.wide(length + Int64(element.count))),
            // The entry's body lies inside the void element until the entry's first two bytes are written.
            FileEdit(offset: room.start + 2, bytes: Array(entry[2...])),
            FileEdit(offset: room.start, bytes: Array(entry[..<2])),
        ]
    }
}

/// Encodes EBML data as bytes. Every length is encoded in eight bytes.
enum MatroskaText {
    /// The first four bytes of every EBML file.
    static var header: [UInt8] { [0x1A, 0x45, 0xDF, 0xA3] }

    // The ids of elements.
    static let segment: UInt64 = 0x1853_8067
    static let seekHead: UInt64 = 0x114D_9B74
    static let void: UInt64 = 0xEC
    static let cluster: UInt64 = 0x1F43_B675
    /// The ids of elements that contain a frame: SimpleBlock and BlockGroup.
    static let blocks: Set<UInt64> = [0xA3, 0xA0]

    static func chapters(_ chapters: [Chapter]) -> [UInt8] {
        let atoms = chapters.enumerated().flatMap { index, chapter in
            element(
                [0xB6],
                element([0x73, 0xC4], number(Int64(index + 1))) + element([0x91], number(chapter.start))
                    + element(
                        [0x80], element([0x85], Array(chapter.title.utf8)) + element([0x43, 0x7C], Array("und".utf8))))
        }
        return element([0x10, 0x43, 0xA7, 0x70], element([0x45, 0xB9], atoms))
    }

    /// Returns the Seek element by which players find the chapters in the file.
    ///
    /// - Parameter position: The offset of the chapters from the start of the segment's content, in bytes.
    static func entry(position: Int64) -> [UInt8] {
        let id: [UInt8] = [0x53, 0xAB, 0x84, 0x10, 0x43, 0xA7, 0x70]
        return element([0x4D, 0xBB], id + [0x53, 0xAC, 0x88] + number(position))
    }

    /// Encodes the length of a Matroska element in eight bytes.
    static func wide(_ length: Int64) -> [UInt8] { Self.length(length, bytes: 8) }

    /// Encodes the length of a Matroska element in `count` bytes, 1 to 8. The length must fit into them.
    static func length(_ length: Int64, bytes count: Int) -> [UInt8] {
        var bytes = Array(number(length).suffix(count))
        bytes[0] |= 0x80 >> UInt8(count - 1)
        return bytes
    }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + wide(Int64(content.count)) + content
    }

    private static func number(_ value: Int64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }
}
