internal import Dispatch
import DualCamRecordings
import DualCamSession
internal import Gcrypt
import Soup

/// A zip archive of a session's files (APPNOTE 6.3, stored, zip64), generated while it is sent. Its length is known in
/// advance, but its checksums are not, so it can be read only once, from the beginning.
final class ZipArchive: WebSource, @unchecked Sendable {
    // Invariant: mutable state is used only in `bytes`, which is not called again before it has returned.
    struct Entry: Sendable {
        var name: String
        var size: Int64
        /// The time of the file's last modification, in Unix nanoseconds.
        var changed: Int64
        /// The closure that opens the file; it returns `nil` if the file has changed. Blocks.
        var open: @Sendable () -> Content?
    }

    /// The source of the bytes of a file in the archive.
    enum Content: Sendable {
        case file(HeldFile)
        case bytes([UInt8])

        fileprivate var isThere: Bool { if case .file(let file) = self { file.isThere } else { true } }

        fileprivate func bytes(at offset: Int64, _ count: Int) -> [UInt8]? {
            switch self {
            case .file(let file): try? file.bytes(at: offset, count)
            case .bytes(let bytes): Array(bytes.dropFirst(Int(offset)).prefix(count))
            }
        }
    }

    private let entries: [Entry]
    private let queue: DispatchQueue
    /// The offset of each file's record in the archive, in order, followed by the offset of the central directory.
    private let starts: [Int64]
    let length: Int64

    /// The offset in the archive of the next byte to send.
    private var position: Int64 = 0
    private var file: (index: Int, held: Content, sum: Digest)?
    private var sums: [UInt32] = []
    /// The bytes of the central directory and end records; empty until all checksums are known.
    private var directory: [UInt8] = []

    init(_ entries: [Entry], on queue: DispatchQueue) {
        (self.entries, self.queue) = (entries, queue)
        var starts: [Int64] = [0]
        for entry in entries {
            starts.append(starts[starts.count - 1] + ZipRecord.headLength(entry) + entry.size + ZipRecord.footLength)
        }
        self.starts = starts
        length = starts[entries.count] + entries.reduce(0) { $0 + ZipRecord.directoryLength($1) } + ZipRecord.endLength
    }

    func bytes(at offset: Int64, count: Int) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.read(offset, count)) }
        }
    }

    private func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        guard offset == position else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < count, position < length {
            guard let part = next(count - bytes.count), !part.isEmpty else { return nil }
            bytes += part
            position += Int64(part.count)
        }
        return bytes
    }

    /// Returns up to `count` bytes of the record at the current position; `nil` if a file cannot be read or has
    /// changed.
    private func next(_ count: Int) -> [UInt8]? {
        guard let index = (sums.count..<entries.count).first(where: { position < starts[$0 + 1] }) else {
            if directory.isEmpty { directory = ZipRecord.directory(entries, sums, starts) }
            return Self.part(of: directory, from: position - starts[entries.count], count)
        }
        let (entry, place) = (entries[index], position - starts[index])
        let data = ZipRecord.headLength(entry)
        if place < data { return Self.part(of: ZipRecord.head(entry), from: place, count) }
        if place < data + entry.size { return content(index, from: place - data, count) }
        // The content of an empty file is never read, so its checksum is 0.
        guard let sum = entry.size == 0 ? 0 : finishedSum(index) else { return nil }
        let foot = Self.part(of: ZipRecord.foot(entry, sum), from: place - data - entry.size, count)
        if position + Int64(foot.count) == starts[index + 1] { sums.append(sum) }
        return foot
    }

    private var lastSum: (index: Int, sum: UInt32)?

    /// Returns the checksum of a file if it was read to its end, otherwise `nil`.
    private func finishedSum(_ index: Int) -> UInt32? {
        if let lastSum, lastSum.index == index { return lastSum.sum }
        guard let file, file.index == index else { return nil }
        let sum = file.sum.bytes().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        (self.file, lastSum) = (nil, (index, sum))
        return sum
    }

    private func content(_ index: Int, from offset: Int64, _ count: Int) -> [UInt8]? {
        if file?.index != index {
            guard let held = entries[index].open(), let sum = Digest(.crc32) else { return nil }
            file = (index, held, sum)
        }
        guard let file, file.held.isThere else { return nil }
        let most = min(Int64(count), entries[index].size - offset)
        guard let bytes = file.held.bytes(at: offset, Int(most)), bytes.count == Int(most) else { return nil }
        bytes.withUnsafeBytes(file.sum.add)
        return bytes
    }

    private static func part(of record: [UInt8], from offset: Int64, _ count: Int) -> [UInt8] {
        Array(record.dropFirst(Int(offset)).prefix(count))
    }
}

/// Functions that compose the records of a zip archive. All sizes are 64-bit, so that a record's length depends only on
/// the file's name.
private enum ZipRecord {
    /// The length in bytes of the data descriptor, which follows a file's content and contains its checksum.
    static let footLength: Int64 = 24
    static let endLength: Int64 = 56 + 20 + 22
    /// The zip version needed to read the archive: 4.5, for 64-bit sizes.
    private static let version: UInt16 = 45
    /// The flag bits of each file. Bit 3: the checksum follows the content. Bit 11: the name is UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    private static let (elsewhere16, elsewhere32) = (UInt16.max, UInt32.max)

    static func headLength(_ entry: ZipArchive.Entry) -> Int64 { 30 + Int64(entry.name.utf8.count) + 20 }

    static func directoryLength(_ entry: ZipArchive.Entry) -> Int64 { 46 + Int64(entry.name.utf8.count) + 28 }

    static func head(_ entry: ZipArchive.Entry) -> [UInt8] {
        var record = Record(0x0403_4B50)
        record.add(version, flags, 0)
        record.add(dosTime(entry.changed))
        record.add(0 as UInt32, elsewhere32, elsewhere32)
        record.add(UInt16(entry.name.utf8.count), 20)
        record.bytes += Array(entry.name.utf8)
        record.add(1 as UInt16, 16)
        record.add(UInt64(entry.size), UInt64(entry.size))
        return record.bytes
    }

    static func foot(_ entry: ZipArchive.Entry, _ sum: UInt32) -> [UInt8] {
        var record = Record(0x0807_4B50)
        record.add(sum)
        record.add(UInt64(entry.size), UInt64(entry.size))
        return record.bytes
    }

    static func directory(_ entries: [ZipArchive.Entry], _ sums: [UInt32], _ starts: [Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            var record = Record(0x0201_4B50)
            record.add(version | 3 << 8, version, flags, 0)
            record.add(dosTime(entry.changed))
            record.add(sums[index], elsewhere32, elsewhere32)
            record.add(UInt16(entry.name.utf8.count), 28, 0, 0, 0)
            record.add(0o100644 << 16 as UInt32, elsewhere32)
            record.bytes += Array(entry.name.utf8)
            record.add(1 as UInt16, 24)
            record.add(UInt64(entry.size), UInt64(entry.size), UInt64(starts[index]))
            bytes += record.bytes
        }
        return bytes + end(entries.count, directory: UInt64(bytes.count), at: UInt64(starts[entries.count]))
    }

    private static func end(_ count: Int, directory length: UInt64, at start: UInt64) -> [UInt8] {
        var wide = Record(0x0606_4B50)
        wide.add(44 as UInt64)
        wide.add(version | 3 << 8, version)
        wide.add(0 as UInt32, 0)
        wide.add(UInt64(count), UInt64(count), length, start)
        var locator = Record(0x0706_4B50)
        locator.add(0 as UInt32)
        locator.add(start + length)
        locator.add(1 as UInt32)
        var end = Record(0x0605_4B50)
        end.add(0 as UInt16, 0, elsewhere16, elsewhere16)
        end.add(elsewhere32, elsewhere32)
        end.add(0 as UInt16)
        return wide.bytes + locator.bytes + end.bytes
    }

    /// Converts Unix nanoseconds to the MS-DOS date and time in UTC. Returns the beginning of 1980 for earlier times.
    private static func dosTime(_ changed: Int64) -> UInt32 {
        let words = WallTime.iso8601(min(max(changed, 315_532_800_000_000_000), 4_354_819_198_000_000_000))
            .split { "-T:.Z".contains($0) }.compactMap { UInt32($0) }
        guard words.count >= 6 else { return 0x21_0000 }
        let date = (words[0] - 1980) << 9 | words[1] << 5 | words[2]
        return date << 16 | words[3] << 11 | words[4] << 5 | words[5] / 2
    }
}

/// A buffer in which a record of a zip archive is composed. Numbers are written in little-endian order.
private struct Record {
    var bytes: [UInt8] = []

    init(_ signature: UInt32) { add(signature) }

    mutating func add<Number: FixedWidthInteger>(_ numbers: Number...) {
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    }
}
