import DualCamConfig
import Testing

@testable import DualCamEditing
@testable import DualCamRecordings

@Suite struct StabilisationTests {
    /// A frame's motion is the mean over a fixed time, whatever the frame rate.
    @Test(arguments: [
        (1000, FrameRate(30), Stabilisation.Edges.zoom, "smoothing=15:optzoom=1:crop=keep"),
        (1000, FrameRate(60), .fill, "smoothing=30:optzoom=0:crop=keep"),
        (2000, FrameRate(25, 2), .black, "smoothing=13:optzoom=0:crop=black"),
        (200, FrameRate(5), .zoom, "smoothing=1:optzoom=1:crop=keep"),
        (10_000, FrameRate(240), .zoom, "smoothing=1000:optzoom=1:crop=keep"),
    ]) func timesBecomeFrames(over: Int, rate: FrameRate, edges: Stabilisation.Edges, options: String) {
        var stabilisation = Stabilisation()
        (stabilisation.over, stabilisation.edges) = (.milliseconds(over), edges)
        #expect(stabilisation.options(at: rate) == options)
    }
}
