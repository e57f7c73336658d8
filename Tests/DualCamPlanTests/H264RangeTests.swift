import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// The colour range in an H.264 stream, for clips whose demuxer does not report it.
@Suite struct H264RangeTests {
    /// Streams of libx264, 320x240: high profile with full range, with limited range, baseline with wide pixels and
    /// full range, one without a range, and 4:4:4 with overscan and full range.
    static let streams: [(String, Bool?)] = [
        (full, true),
        ("0164000dffe1001b6764000dacd94141fb016a04040280000003008000001e078a14cb01000668ebe3cb22c0fdf8f800", false),
        ("0142c00dffe1001b6742c00dd90141fbff000300016c80000003008000001e078a152401000568cb83cb20", true),
        ("0164000dffe100196764000dacd94141fb0188000003000800000301e078a14cb001000768ebe3cb3002c0fdf8f800", nil),
        ("01f4000dffe1001a67f4000d919b28283f6036c8000003000800000301e078a14cb001000868ebe3c44c000440fff8f800", true),
    ]

    private static let full =
        "0164000dffe1001b6764000dacd94141fb016e02020280000003008000001e078a14cb01000668ebe3cb22c0fdf8f800"

    static func bytes(_ digits: String) -> [UInt8] {
        let all = Array(digits)
        return stride(from: 0, to: all.count - 1, by: 2).compactMap { UInt8(String(all[$0...$0 + 1]), radix: 16) }
    }

    @Test(arguments: streams) func isReadFromTheStream(_ digits: String, _ isFull: Bool?) {
        #expect(H264Range.isFull(Self.bytes(digits)) == isFull)
    }

    /// A record that is cut off at any length has no range, and nothing is read beyond its end.
    @Test func aCutRecordSaysNothing() {
        let whole = Self.bytes(Self.full)
        for count in 0..<34 { #expect(H264Range.isFull(Array(whole.prefix(count))) == nil) }
        #expect(H264Range.isFull([UInt8](repeating: 0, count: 64)) == nil)
        #expect(H264Range.isFull([1, 100, 0, 13, 255, 225, 0, 32] + [UInt8](repeating: 0, count: 40)) == nil)
    }

    @Test(arguments: [("bt709", "1:3:5:1"), ("2:4:0:0", "1:4:0:0")])
    func aClipThatIsMisreadIsSetRight(_ said: String, _ meant: String) throws {
        var clip = Fixture.clip
        clip.video?.colorimetry = said
        clip.video?.correctRange(by: Self.bytes(Self.full))
        #expect(clip.video?.colorimetry == meant)
        var inputs = Fixture.simulated(Fixture.pip())
        inputs.cameras[0].source = .clip(clip)
        let plan = try Planner.plan(inputs)
        let setter = try #require(plan.elements.first { $0.name == "back.range" })
        let caps = StructurePlan("video/x-h264", [Property("colorimetry", .string(meant))])
        #expect(setter.factory == "capssetter" && setter.properties == [Property("caps", .caps(caps))])
        #expect(plan.links.contains { $0.from.element == "back.demuxer" && $0.to.element == "back.range" })
    }

    @Test func aClipThatIsReadRightIsLeftAlone() throws {
        var clip = Fixture.clip
        clip.video?.correctRange(by: [])
        #expect(clip == Fixture.clip)
        var inputs = Fixture.simulated(Fixture.pip())
        inputs.cameras[0].source = .clip(clip)
        #expect(try !Planner.plan(inputs).elements.contains { $0.name == "back.range" })
    }
}
