internal import Glibc
internal import Kernel

/// The sizes of a media file's parts, as its headers declare them. They show whether the file was truncated, for
/// example by an interrupted copy or download. Only the headers are read.
package struct ContainerExtent {
    /// The file's size in bytes.
    package let size: Int64
    /// The function that returns up to `count` bytes of the file from `offset` on; fewer at the file's end.
    package let read: (_ offset: Int64, _ count: Int) -> [UInt8]

    /// True when, according to the headers, a part of the file extends beyond the file's end, so that the file is
    /// truncated. False for an unknown container.
    var breaksOff: Bool { matroskaEnd.map { $0 > size } ?? moviesBreakOff }

    /// Returns true if the file at `path` is truncated. Returns false if it cannot be read.
    static func breaksOff(_ path: String) -> Bool { reading(path, \.breaksOff) ?? false }

    /// Returns the offset in bytes of the first hole (a range without stored data) that another process has left in a
    /// finished file; `nil` if there is none. Ignores holes that muxers leave (`FileHole`). Blocks.
    package static func hole(in path: String) -> Int64? {
        FileHole.first(in: path, from: reading(path, \.mediaStart) ?? 0)
    }

    /// Opens the file at `path`, and returns the result of `value` called with the file's `ContainerExtent`; `nil` if
    /// the file cannot be read.
    private static func reading<Value>(_ path: String, _ value: (ContainerExtent) -> Value) -> Value? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { return nil }
        return value(
            ContainerExtent(size: Int64(facts.st_size)) { offset, count in
                var bytes = [UInt8](repeating: 0, count: count)
                let length = pread(file, &bytes, count, off_t(offset))
                return length > 0 ? Array(bytes.prefix(length)) : []
            })
    }

    // MARK: MP4 and MOV (ISO/IEC 14496-12, 4.2)
    private static let first: Set<String> = ["ftyp", "moov", "mdat", "wide", "free", "skip", "moof", "styp"]
    /// The maximum number of boxes to read from a file. Fragmented files have two boxes per fragment.
    private static let mostBoxes = 1_000_000
    /// The maximum number of boxes to read before the first picture. Muxers write four or five; another process may
    /// have filled the file with more.
    private static let mostHeadBoxes = 100

    private var moviesBreakOff: Bool {
        var offset: Int64 = 0
        for number in 0..<Self.mostBoxes where offset < size {
            guard let box = box(at: offset) else { return number > 0 }
            if number == 0, !Self.first.contains(box.type) { return false }
            // A box of length 0 extends to the end of the file.
            guard box.length >= 8, box.length <= Int64.max - offset else { return false }
            offset += box.length
            if offset > size { return true }
        }
        return false
    }

    /// The offset in bytes of the first box that contains pictures or sound, or of an invalid box before it; 0 for
    /// other containers. Before this box, a muxer reserves space for its index; a hole there is harmless.
    var mediaStart: Int64 {
        var offset: Int64 = 0
        for _ in 0..<Self.mostHeadBoxes {
            guard offset < size, let box = box(at: offset), offset > 0 || Self.first.contains(box.type),
                !["mdat", "moof"].contains(box.type), box.length >= 8, box.length < size - offset
            else { break }
            offset += box.length
        }
        return offset
    }

    private func box(at offset: Int64) -> (type: String, length: Int64)? {
        let head = read(offset, 16)
        guard head.count >= 8 else { return nil }
        let length = Self.number(head[0..<4])
        return (
            String(decoding: head[4..<8], as: UTF8.self),
            length == 1 && head.count == 16 ? Self.number(head[8..<16]) : length
        )
    }

    // MARK: Matroska (RFC 8794, 6 and 11.2; RFC 9559, 5.1)
    /// The offset of the Matroska segment's end in bytes; `nil` for another container, or if the segment's size is
    /// unknown.
    private var matroskaEnd: Int64? {
        let head = read(0, 4096)
        guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), let header = Self.elementSize(head.dropFirst(4)),
            header.value < 4000
        else { return nil }
        let segment = 4 + header.length + Int(header.value)
        let place = head.dropFirst(segment)
        guard place.starts(with: [0x18, 0x53, 0x80, 0x67]), let size = Self.elementSize(place.dropFirst(4)),
            size.value < 1 << 55
        else { return nil }
        return Int64(segment + 4 + size.length) + size.value
    }

    /// Decodes the size of a Matroska element. Also returns the number of bytes that encode the size: one to eight,
    /// which the first byte determines. Returns `nil` if all bits of the size are set, which means that the size is
    /// unknown.
    private static func elementSize(_ bytes: ArraySlice<UInt8>) -> (value: Int64, length: Int)? {
        guard let first = bytes.first, first > 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        let all = number(bytes.prefix(length))
        let value = all & (Int64(1) << (7 * length) - 1)
        return value == Int64(1) << (7 * length) - 1 ? nil : (value, length)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { ($0 & 0x007F_FFFF_FFFF_FFFF) << 8 | Int64($1) }
    }
}
