import DualCamConfig
import Testing

@testable import DualCamDevices

@Suite struct ClipLengthTests {
    /// The length of a repetition is rounded down to whole frames. Sound that is slightly longer than the picture must
    /// not leave a gap in each repetition.
    @Test(
        arguments: [
            (5_312_000_000, 25, 1, 5_280_000_000), (10_000_000_000, 30, 1, 10_000_000_000),
            (9_999_999_999, 30, 1, 10_000_000_000), (10_010_000_000, 30000, 1001, 10_010_000_000),
            // A container may have any length.
            (.max, 30, 1, 9_223_372_036_833_334_272), (.max, 1_000_000_000, 1, .max), (-1, 30, 1, -1),
        ] as [(Int64, Int, Int, Int64)])
    func aRoundIsWholeFrames(duration: Int64, top: Int, bottom: Int, length: Int64) {
        #expect(ClipProbe.length(duration, FrameRate(top, bottom)) == length)
    }

    /// A repetition begins with a whole frame; a container's rounding to milliseconds does not count as part of a
    /// frame.
    @Test(
        arguments: [
            (0, 40_000_000, 0), (12_000_000, 40_000_000, 0), (-1_300_000_000, 40_000_000, 20_000_000),
            (-1_370_000_000, 66_666_666, 29_999_986), (-80_000_000, 40_000_000, 0), (-79_500_000, 40_000_000, 0),
            (-80_500_000, 40_000_000, 0),
        ] as [(Int64, Int64, Int64)])
    func aRoundBeginsWithAWholeFrame(first: Int64, frame: Int64, start: Int64) {
        #expect(ClipProbe.phase(of: first, frame) == start)
    }
}
