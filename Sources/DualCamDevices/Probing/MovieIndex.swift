internal import DualCamPlan
internal import Glibc

/// Reads the times of a mov or mp4 file's pictures from the file's index (ISO/IEC 14496-12).
///
/// In some files, GStreamer finds no pictures. qtdemux skips a video track that is shorter than a fifth of the file
/// (`qtdemux_parse_trak`, "Track shorter than 20%"). The file of an output that was dropped right after its start, to
/// save load, has such a track.
enum MovieIndex {
    /// The maximum size in bytes of an index to read. A track that qtdemux skips is short and therefore has a small
    /// index.
    private static let largest = 64 << 20
    /// The maximum numbers of pictures and boxes to read, because a damaged file may declare any number.
    private static let (mostPictures, mostBoxes) = (1 << 22, 100_000)

    /// Returns the times of a file's pictures and the duration of the last picture, in nanoseconds. Blocks. Returns
    /// `nil` if the file has no pictures or its index cannot be read.
    package static func pictures(of path: String) -> (times: [Int64], last: Int64)? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var place: Int64 = 0
        for _ in 0..<mostBoxes {
            guard let head = bytes(16, at: place, of: file) else { return nil }
            var size = Int64(number(head, 0))
            if size == 1 { size = Int64(clamping: UInt64(number(head, 8)) << 32 | UInt64(number(head, 12))) }
            guard size >= 8 else { return nil }
            if head[4..<8].elementsEqual("moov".utf8) {
                guard size <= largest, let movie = bytes(Int(size), at: place, of: file) else { return nil }
                return pictures(in: movie[8...])
            }
            place = place &+ size
        }
        return nil
    }

    private static func bytes(_ count: Int, at place: Int64, of file: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        return pread(file, &buffer, count, off_t(place)) == count ? buffer : nil
    }

    private static func pictures(in movie: ArraySlice<UInt8>) -> (times: [Int64], last: Int64)? {
        guard let head = box("mvhd", in: movie), head.count > 16 else { return nil }
        let scale = number(head, head[head.startIndex] == 1 ? 20 : 12)
        for track in boxes("trak", in: movie) {
            guard let media = box("mdia", in: track), let handler = box("hdlr", in: media), handler.count >= 12,
                handler.dropFirst(8).prefix(4).elementsEqual("vide".utf8)
            else { continue }
            let lead = box("edts", in: track).flatMap { box("elst", in: $0) }.map { emptyTime($0, scale) } ?? 0
            return times(media, lead: lead)
        }
        return nil
    }

    /// Returns the time from the file's beginning to the track's first picture, in nanoseconds: the length of an
    /// initial empty edit, or 0.
    private static func emptyTime(_ edits: ArraySlice<UInt8>, _ scale: UInt32) -> Int64 {
        guard edits.count >= 20, edits.first == 0, number(edits, 12) == .max, scale > 0 else { return 0 }
        return Int64(number(edits, 8)) * 1_000_000_000 / Int64(scale)
    }

    private static func times(_ media: ArraySlice<UInt8>, lead: Int64) -> (times: [Int64], last: Int64)? {
        guard let head = box("mdhd", in: media), head.count >= 24,
            let table = box("minf", in: media).flatMap({ box("stbl", in: $0) }), let steps = box("stts", in: table)
        else { return nil }
        let scale = Int64(number(head, head.first == 1 ? 20 : 12))
        guard scale > 0 else { return nil }
        var (times, clock, last) = ([Int64](), Int64(0), Int64(0))
        for (count, step) in pairs(steps) {
            guard count <= mostPictures - times.count else { return nil }
            last = Int64(step) * 1_000_000_000 / scale
            for _ in 0..<count {
                times.append(lead +| nanoseconds(clock, scale))
                clock += Int64(step)
            }
        }
        var index = 0
        for (count, offset) in box("ctts", in: table).map(pairs) ?? [] {
            for place in index..<min(times.count, index + count) {
                times[place] = times[place] +| Int64(Int32(bitPattern: offset)) * 1_000_000_000 / scale
            }
            index = min(times.count, index + count)
        }
        return times.isEmpty ? nil : (times, last)
    }

    /// Converts units of a track's clock, which has `scale` units per second, to nanoseconds. Values that are too large
    /// become the largest possible value.
    private static func nanoseconds(_ units: Int64, _ scale: Int64) -> Int64 {
        (units / scale) *| 1_000_000_000 +| units % scale * 1_000_000_000 / scale
    }

    /// Returns the entries of an index table as pairs of a count and a value.
    private static func pairs(_ table: ArraySlice<UInt8>) -> [(Int, UInt32)] {
        guard table.count >= 8 else { return [] }
        let count = min(Int(number(table, 4)), (table.count - 8) / 8)
        return (0..<count).map { (Int(number(table, 8 + $0 * 8)), number(table, 12 + $0 * 8)) }
    }

    private static func box(_ kind: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        boxes(kind, in: bytes).first
    }

    /// Returns the contents of all boxes of type `kind` at the top level of `bytes`.
    private static func boxes(_ kind: String, in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (found, rest) = ([ArraySlice<UInt8>](), bytes)
        while rest.count >= 8 {
            let size = Int(number(rest, 0))
            guard size >= 8, size <= rest.count else { break }
            if rest.dropFirst(4).prefix(4).elementsEqual(kind.utf8) { found.append(rest.prefix(size).dropFirst(8)) }
            rest = rest.dropFirst(size)
        }
        return found
    }

    /// Returns the big-endian number in the four bytes at `offset`.
    private static func number(_ bytes: some RandomAccessCollection<UInt8>, _ offset: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
