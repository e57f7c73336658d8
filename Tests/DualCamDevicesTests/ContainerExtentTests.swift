import Testing

@testable import DualCamDevices

/// The written part of a file that is cut off, known from the headers of its boxes or elements.
@Suite struct ContainerExtentTests {
    private static func box(_ type: String, _ length: Int, claims: Int? = nil) -> [UInt8] {
        let size = claims ?? length
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8)
            + [UInt8](repeating: 0, count: max(0, length - 8))
    }

    /// Returns a box whose length field has eight bytes.
    private static func large(_ type: String, _ length: Int, claims: UInt64) -> [UInt8] {
        let size = stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: claims >> $0) }
        return [0, 0, 0, 1] + Array(type.utf8) + size + [UInt8](repeating: 0, count: max(0, length - 16))
    }

    private static func matroska(_ size: [UInt8], _ length: Int) -> [UInt8] {
        [0x1A, 0x45, 0xDF, 0xA3, 0x83, 1, 2, 3, 0x18, 0x53, 0x80, 0x67] + size + [UInt8](repeating: 0, count: length)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: [UInt8]
        var breaksOff: Bool

        init(_ name: String, _ file: [UInt8], _ breaksOff: Bool) {
            (testDescription, self.file, self.breaksOff) = (name, file, breaksOff)
        }
    }

    private static func extent(_ file: [UInt8]) -> ContainerExtent {
        ContainerExtent(size: Int64(file.count)) { offset, count in
            offset < file.count ? Array(file[Int(offset)..<min(file.count, Int(offset) + count)]) : []
        }
    }

    /// A muxer reserves space before the first pictures that it may never write; after them it writes every byte.
    @Test(
        arguments: [
            ([], 0), (matroska([0x40, 0x64], 100), 0), (Array("What a fine day it is today".utf8), 0),
            (box("ftyp", 24) + box("moov", 100) + box("free", 5000) + box("mdat", 9), 5124),
            (box("ftyp", 24) + large("mdat", 500, claims: 500), 24), (box("ftyp", 24) + box("moof", 80), 24),
            // A cut has removed the boxes after the first one.
            (box("ftyp", 24) + [UInt8](repeating: 0, count: 5000) + box("mdat", 9), 24),
            ([UInt8](repeating: 0, count: 5000), 0), (box("ftyp", 24) + large("free", 500, claims: .max), 24),
        ] as [([UInt8], Int64)]) func mediaStartsBehindTheIndex(file: [UInt8], start: Int64)
    { #expect(Self.extent(file).mediaStart == start) }

    @Test(arguments: [
        Row("nothing", [], false),
        Row("a text", Array("What a fine day it is today".utf8), false),
        Row("whole", box("ftyp", 24) + box("moov", 100) + box("mdat", 1000), false),
        Row("pictures that end early", box("ftyp", 24) + box("moov", 100) + box("mdat", 500, claims: 1000), true),
        Row("cut in a head", box("ftyp", 24) + box("moov", 100) + box("mdat", 1000) + [0, 0, 0], true),
        Row("up to the end, wherever that is", box("ftyp", 24) + box("mdat", 500, claims: 0), false),
        Row("large and whole", box("ftyp", 24) + large("mdat", 500, claims: 500), false),
        Row("large and cut", box("ftyp", 24) + large("mdat", 500, claims: 5_000_000_000), true),
        Row("a length that nothing has", box("ftyp", 24) + large("mdat", 500, claims: .max), false),
        Row("a head that counts backwards", box("ftyp", 24, claims: 3), false),
        Row(
            "fragments",
            box("ftyp", 24) + box("moof", 80) + box("mdat", 99) + box("moof", 80) + box("mdat", 9, claims: 99), true),
        Row("a whole segment", matroska([0x40, 0x64], 100), false),
        Row("a segment that ends early", matroska([0x40, 0x65], 100), true),
        Row("eight bytes of size", matroska([1, 0, 0, 0, 0, 0, 0, 100], 100), false),
        Row("a segment of a live recording", matroska([0x01, 255, 255, 255, 255, 255, 255, 255], 100), false),
        Row("a header that is cut", [0x1A, 0x45, 0xDF, 0xA3, 0x9F], false),
    ])
    func isKnownByHeads(row: Row) {
        #expect(Self.extent(row.file).breaksOff == row.breaksOff)
    }
}
