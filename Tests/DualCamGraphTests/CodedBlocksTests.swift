import DualCamConfig
import DualCamPlan
import GStreamer
import JPEG
import Testing

@testable import DualCamGraph
import DualCamTiming

/// Pictures whose beginning and end are right although a part of them is missing.
@Suite struct CodedBlocksTests {
    init() throws { try Library.initialize() }

    /// Returns a JPEG picture of noise, as GStreamer encodes it.
    private static func picture(_ format: String, width: Int, height: Int) throws -> [UInt8] {
        let pipeline = try MediaPipeline(name: "pictures")
        let source = try Element.make(
            "videotestsrc", name: "source",
            properties: [.init("num-buffers", .int(1)), .init("pattern", .enumeration(type: nil, nick: "snow"))])
        let fields: [Setting.Field] = [
            .init("format", .string(format)), .init("width", .int(Int64(width))), .init("height", .int(Int64(height))),
        ]
        let caps = Setting.caps(mediaType: "video/x-raw", fields: fields)
        let form = try Element.make("capsfilter", name: "form", properties: [.init("caps", caps)])
        let encoder = try Element.make("jpegenc", name: "encoder")
        let sink = try Element.make("fakesink", name: "sink", properties: [.init("sync", .bool(false))])
        try pipeline.addChain([source, form, encoder, sink])
        let picture = Promise<[UInt8]>()
        try sink.pad("sink").addProbe(.buffers) { info in
            picture.keep(info.bytes)
            return .pass
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        return try #require(picture.wait(within: 100))
    }

    private static func blocks(_ bytes: [UInt8]) -> CodedBlocks {
        bytes.withUnsafeBytes { CodedBlocks(of: $0) }
    }

    /// Odd sizes have coding units that lie partly outside the picture.
    @Test(arguments: [("I420", 322, 242), ("Y42B", 321, 239), ("Y444", 640, 360), ("GRAY8", 323, 241)])
    func aPartThatIsMissingIsSeen(_ format: String, _ width: Int, _ height: Int) throws {
        let whole = try Self.picture(format, width: width, height: height)
        let end: [UInt8] = [0xFF, 0xD9]
        #expect(Self.blocks(whole) == .complete)
        #expect(Self.blocks(Array(whole.dropLast(2))) == .complete)
        for share in [0.3, 0.6, 0.97] {
            #expect(Self.blocks(whole.prefix(Int(Double(whole.count) * share)) + end) == .incomplete, "\(share)")
        }
        let middle = whole.count / 2
        #expect(Self.blocks(Array(whole[..<middle] + whole[(middle + 3000)...])) == .incomplete)
    }

    /// Cameras that deliver Motion JPEG often leave the standard Huffman tables out.
    @Test func picturesWithoutTablesAreCounted() throws {
        var bytes = try Self.picture("I420", width: 320, height: 240)
        while let place = (2..<700).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 }) {
            bytes.removeSubrange(place..<place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3]))
        }
        #expect(Self.blocks(bytes) == .complete)
        #expect(Self.blocks(bytes.prefix(bytes.count / 2) + [0xFF, 0xD9]) == .incomplete)
    }

    @Test func whatCannotBeCountedIsUnknown() throws {
        var bytes = try Self.picture("I420", width: 320, height: 240)
        let place = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[place + 1] = 0xC2
        #expect(Self.blocks(bytes) == .unknown)
        #expect(Self.blocks([]) == .unknown)
        #expect(Self.blocks([UInt8](repeating: 0xFF, count: 100)) == .unknown)
    }

    /// A picture without an end marker is intact if all its blocks are there, from the first picture of a camera on.
    @Test func aPictureWithoutAnEndMarkerIsJudgedByItsBlocks() throws {
        let size = FrameSize(width: 320, height: 240)
        let whole = try Self.picture("I420", width: size.width, height: size.height)
        let half = whole.prefix(whole.count / 2)
        let inspector = FrameInspector(FrameInspection(.jpeg(size))) { _, _ in }
        let damage = { (bytes: [UInt8]) in bytes.withUnsafeBytes { inspector.damage(ofJPEG: $0, size: size) } }
        #expect(damage(whole.dropLast(2)) == nil)
        #expect(damage(Array(half)) == .torn)
        // Nothing is known of this camera's pictures with an end yet.
        #expect(damage(half + [0xFF, 0xD9]) == nil)
        for _ in 1...3 { #expect(damage(whole) == nil) }
        #expect(damage(half.dropLast() + [0xFF, 0xD9]) == .torn)
    }
}
