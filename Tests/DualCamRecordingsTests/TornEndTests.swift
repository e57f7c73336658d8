import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

/// The end of a Matroska file after a power cut.
@Suite struct TornEndTests {
    private static func element(_ id: [UInt8], _ content: [UInt8], isOpen: Bool = false) -> [UInt8] {
        id + (isOpen ? [0x01] + .init(repeating: 0xFF, count: 7) : MatroskaText.wide(Int64(content.count))) + content
    }

    private static func block(_ count: Int, blank: Int = 0) -> [UInt8] {
        element([0xA3], .init(repeating: 7, count: count - blank) + .init(repeating: 0, count: blank))
    }

    private static func cluster(_ content: [UInt8], isOpen: Bool = true) -> [UInt8] {
        element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [1]) + content, isOpen: isOpen)
    }

    private static func file(_ content: [UInt8], isOpen: Bool = true) -> [UInt8] {
        let head = MatroskaText.header
        return element(head, [1])
            + element([0x18, 0x53, 0x80, 0x67], element([0xEC], [0, 0]) + content, isOpen: isOpen)
    }

    private static let zeros = [UInt8](repeating: 0, count: 300)
    /// A file that was being written, with a complete cluster and an incomplete one.
    private static let whole = file(cluster(block(50), isOpen: false) + cluster(block(40)))

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var tail: [UInt8]
        /// The number of bytes of the tail that are left.
        var kept: Int

        init(_ name: String, _ tail: [UInt8], kept: Int = 0) {
            (testDescription, self.tail, self.kept) = (name, tail, kept)
        }
    }

    @Test(arguments: [
        Row("half a frame", Array(block(90).prefix(60))), Row("the beginning of a head", [0xA3]),
        Row("zeros", zeros), Row("a frame, then zeros", block(90) + zeros, kept: 99),
        Row("a frame of which nothing came", [0xA3, 0x40, 90] + zeros),
        Row("a frame of which half came", block(90, blank: 40) + zeros),
        Row("the same at the very end", block(90, blank: 40)),
        Row("a frame of which half came, behind a whole one", block(30) + block(90, blank: 40) + zeros, kept: 39),
        Row("a cluster without a frame", cluster([])), Row("a cluster with half a frame", cluster([0xA3, 0x99, 1])),
        Row("a cluster that ends in zeros", cluster(block(20) + block(90, blank: 40), isOpen: false) + zeros, kept: 51),
        Row("what is not an element", [0x02, 0x03, 0x04, 0x05, 0x06]),
    ])
    func isCutBehindTheLastWholeFrame(_ row: Row) throws {
        let end = try MatroskaElements(file: Bytes(Self.whole + row.tail)).tornEnd()?.end
        #expect(end == Int64(Self.whole.count + row.kept))
    }

    private static func mended(_ bytes: [UInt8]) throws -> [UInt8] {
        let found = try #require(try MatroskaElements(file: Bytes(bytes)).tornEnd())
        var mended = Array(bytes.prefix(Int(found.end)))
        for edit in found.lengths {
            let place = Int(edit.offset)
            mended.replaceSubrange(place..<place + edit.bytes.count, with: edit.bytes)
        }
        #expect(try MatroskaElements(file: Bytes(mended)).tornEnd() == nil)
        return mended
    }

    /// A cluster whose length is on the disk, but not all of its last frame: the length is corrected to the existing
    /// frames.
    @Test(arguments: [0, 30]) func theLengthOfACutClusterIsCorrected(torn: Int) throws {
        let long = Self.cluster(Self.block(20) + Self.block(90), isOpen: false)
        let short = Self.cluster(Self.block(20), isOpen: false)
        #expect(try Self.mended(Self.whole + long.prefix(short.count + torn)) == Self.whole + short)
    }

    /// The length of the file is on the disk, but not its end.
    @Test(arguments: [0, 5]) func theLengthOfACutFileIsCorrected(torn: Int) throws {
        let clusters = Self.cluster(Self.block(50), isOpen: false) + Self.cluster(Self.block(20), isOpen: false)
        let list = Self.element([0x1C, 0x53, 0xBB, 0x6B], .init(repeating: 1, count: 80))
        let cut = Self.file(clusters + list, isOpen: false).dropLast(list.count - torn)
        #expect(try Self.mended(Array(cut)) == Self.file(clusters, isOpen: false))
    }

    /// The length of the file is on the disk, but not that of its last cluster.
    @Test(arguments: [0, 80]) func aClusterWithoutALengthGetsOne(listed: Int) throws {
        let list = listed == 0 ? [] : Self.element([0x1C, 0x53, 0xBB, 0x6B], .init(repeating: 1, count: listed))
        let open = Self.file(Self.cluster(Self.block(50)) + list, isOpen: false)
        #expect(try Self.mended(open) == Self.file(Self.cluster(Self.block(50), isOpen: false) + list, isOpen: false))
    }

    /// The length of an earlier cluster is missing, before a last cluster with or without its length, or before a list.
    @Test(arguments: [0, 1, 2]) func anEarlierClusterWithoutALengthGetsOne(_ number: Int) throws {
        let list = number == 2 ? Self.element([0x1C, 0x53, 0xBB, 0x6B], .init(repeating: 1, count: 80)) : []
        let first = Self.cluster(Self.block(30), isOpen: false)
        let last = Self.cluster(Self.block(20), isOpen: false) + list
        let torn = Self.cluster(Self.block(50)) + Self.cluster(Self.block(20), isOpen: number == 1) + list
        #expect(
            try Self.mended(Self.file(first + torn, isOpen: false))
                == Self.file(first + Self.cluster(Self.block(50), isOpen: false) + last, isOpen: false))
    }

    @Test(arguments: [
        Row("nothing behind it", whole), Row("another frame", whole + block(20)),
        Row("a list of frames", whole + element([0x1C, 0x53, 0xBB, 0x6B], [1, 2])),
        Row("a file that was finished", file(cluster(block(40), isOpen: false), isOpen: false) + zeros),
        Row("a movie", [0, 0, 0, 8] + Array("ftyp".utf8) + zeros), Row("nothing", []),
        Row("a head alone", Array(whole.prefix(13))),
    ])
    func nothingElseIsCut(_ row: Row) throws {
        #expect(try MatroskaElements(file: Bytes(row.tail)).tornEnd() == nil)
    }

    /// The time of the last change stays, because the loss is measured by it.
    @Test func aRecoveryCutsItAndSaysSo() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b_000.mkv")])], files: ["b_000.mkv"])
        let path = session.path + "/b_000.mkv"
        let file = try #require(fopen(path, "w"))
        let bytes = Self.whole + Self.block(90, blank: 40) + Self.zeros
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 5)
        utimensat(AT_FDCWD, path, [time, time], 0)
        _ = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        var facts = stat()
        stat(path, &facts)
        #expect(Int(facts.st_size) == Self.whole.count)
        #expect((facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec) == (time.tv_sec, time.tv_nsec))
        let record = try SessionRecord.read(session.path)
        let told = record.ledger.entries.filter { $0.kind == .warning }.compactMap { $0["message"]?.text }
        let count = bytes.count - Self.whole.count
        #expect(
            told == [
                "b_000.mkv ended in a torn frame when the recording was cut off; its last \(count) bytes are removed."
            ])
    }
}
