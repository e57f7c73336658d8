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

    /// A state change of the pipeline must not restart an element that was stopped, such as that of a lost device.
    @Test(arguments: [true, false]) func anElementAtRestStaysSo(isLocked: Bool) throws {
        try Library.initialize()
        let pipeline = try MediaPipeline(name: "locked")
        let element = try Element.make("fakesrc", name: "device", properties: [.init("num-buffers", .int(0))])
        try pipeline.add(element)
        try pipeline.setState(.ready)
        if isLocked { element.lockState() }
        element.stop()
        try pipeline.setState(.ready)
        #expect(element.isDown == isLocked)
        pipeline.stop()
        element.stop()
    }
}
