/// Writes chapters into mov and mp4 files: the box `chpl` in `udta`, as introduced by Nero and read by FFmpeg, VLC, mpv
/// and players based on them. QuickTime Player and AVFoundation do not show such chapters. They read chapters only from
/// a text track, which cannot be added to a finished file without rewriting it.
///
/// The muxer leaves a `free` box after `moov`. The chapters are written to the beginning of that box, and `moov` and
/// `udta` are extended over them.
extension ByteSource {
    func movieEdits(for chapters: [Chapter]) throws(ChapterFailure) -> [FileEdit] {
        let boxes = try boxes(from: 0, to: size)
        guard let index = boxes.firstIndex(where: { $0.kind == "moov" }) else { throw .layout("has no index") }
        let movie = boxes[index]
        guard index + 1 < boxes.count, boxes[index + 1].kind == "free" else { throw .room }
        let room = boxes[index + 1]
        guard let own = try self.boxes(from: movie.start + movie.head, to: movie.end).last, own.kind == "udta",
            movie.head == 8, own.head == 8
        else { throw .layout("has its index in another form") }
        let tags = try self.boxes(from: own.start + own.head, to: own.end)
        guard !tags.contains(where: { $0.kind == "chpl" }) else { throw .present }
        let list = Self.list(chapters)
        let (length, left) = (Int64(list.count), room.size - Int64(list.count))
        guard room.head == 8, left >= 8 else { throw .room }
        guard max(room.size, movie.size + length, own.size + length) <= UInt32.max else {
            throw .layout("has its index in another form")
        }
        return [
            // These bytes lie inside the free box at first ...
            FileEdit(offset: room.start + length, bytes: Self.number(left, 4) + Array("free".utf8)),
            FileEdit(offset: room.start + 8, bytes: Array(list[8...])),
            // ... which this edit then splits into two boxes: one of a kind that readers do not expect there, and the
            // remaining free space.
            FileEdit(offset: room.start, bytes: Array(list[..<8])),
            FileEdit(offset: movie.start, bytes: Self.number(movie.size + length, 4)),
            FileEdit(offset: own.start, bytes: Self.number(own.size + length, 4)),
        ]
    }

    private func boxes(from start: Int64, to end: Int64) throws(ChapterFailure) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var place = start
        while place + 8 <= end {
            let head = try exactly(8, at: place)
            var box = MovieBox(
                kind: String(decoding: head[4...], as: UTF8.self), start: place, size: Self.value(head[..<4]), head: 8)
            if box.size == 1 {
                box.size = Self.value(try exactly(8, at: place + 8)[...])
                box.head = 16
            } else if box.size == 0, start == 0 {
                // Size 0 means up to the end of the file. A box within another box cannot have it.
                box.size = end - place
            }
            guard box.size >= box.head, box.size <= end - place else { throw .layout("has a box that is too long") }
            guard boxes.count < mostParts else { throw .layout("has too many boxes") }
            boxes.append(box)
            place = box.end
        }
        // If the last box is incomplete, boxes appended after it could not be found.
        guard place == end else { throw .layout("ends in the middle of a box") }
        return boxes
    }

    /// Returns the bytes of the box `chpl` in version 1, with times in units of 100 ns and titles of at most 255 bytes.
    private static func list(_ chapters: [Chapter]) -> [UInt8] {
        let listed = chapters.prefix(Chapter.mostInMovies)
        var content: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(listed.count)]
        for chapter in listed {
            let title = chapter.title.cut(toBytes: 255)
            content += number(chapter.start / 100, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
        }
        return number(Int64(content.count + 8), 4) + Array("chpl".utf8) + content
    }

    private static func number(_ value: Int64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

private struct MovieBox {
    var kind: String
    var start: Int64
    /// The size of the box in bytes, including its header.
    var size: Int64
    var head: Int64

    var end: Int64 { start + size }
}

extension String {
    /// Returns the longest beginning of the text that has at most `most` bytes in UTF-8, without splitting a character.
    func cut(toBytes most: Int) -> String {
        var (text, bytes) = ("", 0)
        for character in self {
            bytes += character.utf8.count
            if bytes > most { break }
            text.append(character)
        }
        return text
    }
}
