import DualCamConfig
@testable import DualCamPlan
import GStreamer
import Mixer
import Testing

@testable import DualCamGraph

/// The change from one animation to another.
@Suite struct CompositionQueueTests {
    private static let begin: Int64 = 1_000_000_000

    /// Returns an animation of half a second of which `drawn` frames are drawn.
    private static func playing(_ drawn: Int) throws -> (CompositionQueue, PictureAnimation) {
        try MixerLibrary.initialize()
        let picture = PicturePlan(mixer: "mixer", background: .black, layers: [])
        let animation = PictureAnimation(
            .motion(.milliseconds(500), .linear), from: picture, to: picture,
            canvas: FrameSize(width: 320, height: 180), sizes: [:], rate: FrameRate(30))
        let press = CompositionBuilder(try Element.make("dualcammixer", name: "mixer"), of: nil, pads: [:], LookCache())
        let compositions = CompositionQueue { _ in }
        compositions.begin(try PreparedAnimation(animation, press) {}, at: begin)
        for frame in 0..<drawn { compositions.turn(to: begin + Int64(frame) * 33_333_333) }
        return (compositions, animation)
    }

    /// The first animation continues until the other one can begin, for at least two frames and not beyond its end.
    @Test(
        arguments: [
            (0, nil, 2), (3, nil, 4), (3, 100, 4), (3, 133, 3 + 1), (3, 134, 4), (3, 250, 7), (3, 266, 7), (3, 267, 8),
            (3, 2000, 14),
        ] as [(Int, Int64?, Int)])
    func itStandsStillForNobody(_ drawn: Int, _ wait: Int64?, _ last: Int) throws {
        let (compositions, animation) = try Self.playing(drawn)
        let splicePoint = try #require(compositions.hold(until: wait.map { Self.begin + $0 * 1_000_000 } ?? .min))
        #expect(splicePoint.last == last)
        #expect(splicePoint.animation.frameCount == animation.frameCount)
        let length = animation.frameLength
        #expect(splicePoint.earliest == Self.begin + Int64((Double(last) + 0.5) * length))
        // The first frame of the other animation is the first that is not before its start.
        if let wait, last > drawn + 1, last < 14 {
            #expect(Double(last) * length < Double(wait) * 1e6 && Double(wait) * 1e6 <= Double(last + 1) * length)
        }
    }

    @Test func nothingIsHeldWhereNothingMoves() throws {
        let (compositions, _) = try Self.playing(0)
        compositions.stop()
        #expect(compositions.hold(until: 5) == nil)
    }
}
