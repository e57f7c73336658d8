internal import Glibc

/// The extent of a media file's parts, by which one is known that breaks off: a copy or a download that was interrupted. Only the heads of
/// the parts are read.
struct ContainerExtent {
    /// Bytes of the file.
    let size: Int64
    /// Returns up to that many bytes from an offset on.
    let read: (_ offset: Int64, _ count: Int) -> [UInt8]

    /// True when a part ends behind the file's end; false also for a container that is not known.
    var breaksOff: Bool { matroskaEnd.map { $0 > size } ?? moviesBreakOff }

    /// Opens a file. Returns `nil` where it cannot be read.
    static func breaksOff(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { return false }
        let extent = ContainerExtent(size: Int64(facts.st_size)) { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            let length = pread(file, &bytes, count, off_t(offset))
            return length > 0 ? Array(bytes.prefix(length)) : []
        }
        return extent.breaksOff
    }

    // MARK: MP4 and MOV (ISO/IEC 14496-12, 4.2)
    private static let first: Set<String> = ["ftyp", "moov", "mdat", "wide", "free", "skip", "moof", "styp"]
    /// Files in fragments have two boxes for each.
    private static let mostBoxes = 1_000_000

    private var moviesBreakOff: Bool {
        var offset: Int64 = 0
        for number in 0..<Self.mostBoxes where offset < size {
            let head = read(offset, 16)
            guard head.count >= 8 else { return number > 0 }
            if number == 0, !Self.first.contains(String(decoding: head[4..<8], as: UTF8.self)) { return false }
            var length = Self.number(head[0..<4])
            if length == 1, head.count == 16 { length = Self.number(head[8..<16]) }
            // Such a box reaches to the end, wherever that is.
            if length == 0 { return false }
            guard length >= 8, length <= Int64.max - offset else { return false }
            offset += length
            if offset > size { return true }
        }
        return false
    }

    // MARK: Matroska (RFC 8794, 6 and 11.2; RFC 9559, 5.1)
    /// The end of the segment; `nil` for what is no Matroska file, and where the segment's size is not told.
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

    /// A number of one to eight bytes, whose first one tells how many; `nil` where all bits are set, which means that it is not known.
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
