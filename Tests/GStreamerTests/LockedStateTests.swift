import GStreamer
import Testing

/// A bin that is about to be removed, in a pipeline that is being stopped.
@Suite struct LockedStateTests {
    @Test(arguments: [true, false]) func aBinAtRestStaysSo(isLocked: Bool) throws {
        try Library.initialize()
        let pipeline = try MediaPipeline(name: "locked")
        let bin = try Bin.make("file", owner: 1)
        try pipeline.add(bin)
        try bin.add(try Element.make("identity", name: "guard"))
        try pipeline.setState(.playing)
        if isLocked { bin.lockState() }
        try bin.setState(.null)
        #expect(bin.isDown)
        try pipeline.setState(.paused)
        #expect(bin.isDown == isLocked)
        try bin.setState(.null)
        pipeline.remove(bin)
        pipeline.stop()
    }
}
