import CGStreamer
import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamDevices
@testable import GStreamer

/// The frame rates that dualcam reads from the caps of v4l2src.
@Suite struct CameraModesTests {
    init() throws { try Library.initialize() }

    @Test(
        arguments: [
            ("30/1", ["30"]), ("{ 30/1, 30000/1001, 15/1 }", ["30", "30000/1001", "15"]),
            ("[ 5/1, 30/1 ]", ["30", "25", "24", "20", "15", "10", "5"]),
            // A driver that lists no frame intervals, and one whose range begins at 0. Previously, both were refused
            // for every rate.
            ("[ 0/1, 2147483647/1 ]", []), ("[ 0/1, 25/1 ]", ["25", "24", "20", "15", "10", "5"]),
            // A driver that lists an interval of 0.
            ("{ 10000000/1, 30/1 }", ["30"]),
            // A range that ends at a frame interval of nearly 0.
            ("[ 5/1, 10000000/1 ]", []),
        ] as [(String, [String])])
    func ratesOfADriver(_ offered: String, _ expected: [String]) throws {
        let text = "video/x-raw, format=(string)YUY2, width=(int)640, height=(int)480, framerate=(fraction)\(offered)"
        let raw = try #require(gst_structure_from_string(text, nil))
        defer { gst_structure_free(raw) }
        let modes = CameraProbe.modes([Structure(raw)])
        #expect(modes.map { $0.rates.map(\.notation) } == [expected])
        #expect(modes.map(\.size) == [FrameSize(width: 640, height: 480)])
    }
}
