import DualCamConfig
import Testing

@testable import DualCamTiming

@Suite("Graph: pictures that a camera delivers damaged")
struct PictureDamageTests {
    /// Returns a JPEG picture with the given size in its header: markers and lengths as in ITU-T T.81, with meaningless
    /// tables and data.
    static func jpeg(
        width: Int = 320, height: Int = 240, data: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD3, 0x56],
        end: [UInt8] = [0xFF, 0xD9]
    ) -> [UInt8] {
        let application: [UInt8] = [0xFF, 0xE0, 0x00, 0x06, 0xFF, 0xD8, 0xFF, 0xD9]
        let tables: [UInt8] = [0xFF, 0xDB, 0x00, 0x04, 0x01, 0x02, 0xFF, 0xC4, 0x00, 0x03, 0x07]
        let frame: [UInt8] = [
            0xFF, 0xC0, 0x00, 0x0B, 0x08, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8),
            UInt8(width & 255), 0x01,
            0x01, 0x11, 0x00,
        ]
        let scan: [UInt8] = [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00]
        return [0xFF, 0xD8] + application + tables + frame + scan + data + end
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var damage: PictureDamage?
    }

    static let rows: [Row] = [
        Row(testDescription: "whole", bytes: jpeg()),
        Row(testDescription: "zeros behind its end", bytes: jpeg() + [UInt8](repeating: 0, count: 2048)),
        Row(testDescription: "anything behind its end", bytes: jpeg() + [0x12, 0xFF, 0x01, 0x99]),
        Row(testDescription: "filling before its end", bytes: jpeg(end: [0xFF, 0xFF, 0xFF, 0xD9])),
        Row(
            testDescription: "progressive: tables and a second scan in between",
            bytes: jpeg(data: [1, 0xFF, 0xC4, 0, 4, 0xFF, 1, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 2])),
        Row(testDescription: "without an end", bytes: jpeg(end: []), damage: .endless),
        Row(testDescription: "without an end, of another size", bytes: jpeg(width: 336, end: []), damage: .otherSize),
        Row(
            testDescription: "cut in its data, zeros instead", bytes: jpeg(data: [1, 2], end: [0, 0, 0, 0]),
            damage: .endless),
        Row(testDescription: "cut in its head", bytes: Array(jpeg().prefix(30)), damage: .torn),
        Row(testDescription: "cut in a length", bytes: Array(jpeg().prefix(4)), damage: .torn),
        Row(testDescription: "without a beginning", bytes: Array(jpeg().dropFirst(2)), damage: .torn),
        Row(testDescription: "no scan", bytes: Array(jpeg().prefix(34)) + [0xFF, 0xD9], damage: .torn),
        Row(
            testDescription: "another picture begins in its data", bytes: jpeg(data: [1, 2, 0xFF, 0xD8, 0xFF, 0xE0]),
            damage: .torn),
        Row(
            testDescription: "a head that cannot stand in data", bytes: jpeg(data: [1, 0xFF, 0xC0, 0, 11]),
            damage: .torn),
        Row(testDescription: "another width", bytes: jpeg(width: 336), damage: .otherSize),
        Row(testDescription: "another height", bytes: jpeg(height: 65_535), damage: .otherSize),
        Row(testDescription: "nothing", bytes: [], damage: .torn),
        Row(
            testDescription: "garbage", bytes: (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 13) },
            damage: .torn),
    ]

    @Test(arguments: rows) func aTornPictureIsSeenWithoutDecodingIt(row: Row) {
        let size = FrameSize(width: 320, height: 240)
        #expect(row.bytes.withUnsafeBytes { PictureDamage.ofJPEG($0, size: size) } == row.damage)
    }

    /// `damaged: keep` records pictures that a decoder and a file can handle.
    @Test(
        arguments: [
            (.marked, true), (.torn, true), (.short, true), (.empty, false), (.otherSize, false), (.headless, false),
        ] as [(PictureDamage, Bool)])
    func oneOfAnotherSizeIsNeverKept(damage: PictureDamage, isKept: Bool) {
        #expect(damage.canBeKept == isKept)
    }
}
