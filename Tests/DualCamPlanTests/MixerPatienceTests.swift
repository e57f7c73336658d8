import DualCamConfig
import Testing

@testable import DualCamPlan

@Suite struct MixerPatienceTests {
    /// The wait is a whole number of frames, although a frame's length is rounded down.
    @Test(
        arguments: [
            (FrameRate(30), 199_999_998, 8), (FrameRate(30000, 1001), 200_199_996, 8), (FrameRate(25), 200_000_000, 7),
            (FrameRate(24), 208_333_330, 7), (FrameRate(15), 199_999_998, 5), (FrameRate(60), 199_999_992, 14),
            (FrameRate(5), 200_000_000, 3), (FrameRate(2), 200_000_000, 3), (FrameRate(1, 60), 200_000_000, 3),
        ] as [(FrameRate, Int64, Int)])
    func waitsForWholeFrames(rate: FrameRate, latency: Int64, buffers: Int) {
        #expect(rate.mixerLatency(wait: 0) == latency)
        #expect(rate.mixerBuffers == buffers)
    }

    /// The queue before the mixer is counted in frames of the camera.
    @Test(arguments: [(60, 14), (30, 8), (5, 3)])
    func holdsWhatACameraDeliversMeanwhile(rate: Int, buffers: Int) {
        #expect(FrameRate(rate).mixerBuffers == buffers)
    }
}
