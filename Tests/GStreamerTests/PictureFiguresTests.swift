import GStreamer
import Synchronization
import Testing

/// The measurements of pictures in a running pipeline.
@Suite struct PictureFiguresTests {
    init() throws { try Library.initialize() }

    private final class Seen: Sendable {
        let all = Mutex<[PictureFigures]>([])
    }

    /// Returns the measurements of the first pictures of a test pattern.
    private static func figures(
        _ pattern: String, format: String = "I420", width: Int64 = 322, height: Int64 = 180, count: Int64 = 2
    ) async throws -> [PictureFigures] {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("videotestsrc", name: "source")
        let filter = try Element.make("capsfilter", name: "filter")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("num-buffers", .int(count))
        try source.set("pattern", .enumeration(type: nil, nick: pattern))
        let fields: [Setting.Field] = [
            .init("format", .string(format)), .init("width", .int(width)), .init("height", .int(height)),
            .init("framerate", .fraction(30, 1)),
        ]
        try filter.set("caps", .caps(mediaType: "video/x-raw", fields: fields))
        for element in [source, filter, sink] { try pipeline.add(element) }
        try source.pad("src").link(to: filter.pad("sink"))
        try filter.pad("src").link(to: sink.pad("sink"))
        let seen = Seen()
        try sink.pad("sink").addProbe(.buffers) { info in
            if let figures = PictureFigures(info) { seen.all.withLock { $0.append(figures) } }
            return .pass
        }
        let tap = pipeline.tapBus()
        try pipeline.setState(.playing)
        for await message in tap.messages { if case .endOfStream = message.kind { break } }
        try pipeline.setState(.null)
        return seen.all.withLock { $0 }
    }

    @Test(arguments: ["I420", "NV12"]) func colours(format: String) async throws {
        let black = try #require(try await Self.figures("black", format: format).first?.colours)
        #expect(black.brightest < 0.01 && black.spread < 0.01 && black.tint < 0.02, "\(black)")
        let white = try #require(try await Self.figures("white", format: format).first?.colours)
        #expect(white.darkest > 0.99 && white.mean > 0.99 && white.tint < 0.02, "\(white)")
        let green = try #require(try await Self.figures("green", format: format).first?.colours)
        #expect(green.brightest - green.darkest < 0.01 && green.spread < 0.01 && green.tint > 0.5, "\(green)")
        let bars = try #require(try await Self.figures("smpte", format: format).first?.colours)
        #expect(bars.brightest > 0.6 && bars.darkest < 0.1 && bars.spread > 0.5, "\(bars)")
    }

    /// A single different pixel changes the digest, wherever it is; the memory between two rows does not.
    @Test(arguments: [("I420", 322), ("NV12", 322), ("I420", 1920), ("YUY2", 640), ("BGRx", 130)] as [(String, Int64)])
    func digests(format: String, width: Int64) async throws {
        let still = try await Self.figures("smpte75", format: format, width: width, count: 3)
        #expect(still.count == 3 && Set(still.map(\.digest)).count == 1)
        let ball = try await Self.figures("ball", format: format, width: width, count: 3)
        #expect(Set(ball.map(\.digest)).count == 3)
    }

    @Test func otherFormatsHaveADigestAlone() async throws {
        let figures = try await Self.figures("smpte", format: "BGRx")
        #expect(figures.count == 2 && figures.allSatisfy { $0.colours == nil })
    }
}
