import CGStreamer
import Dispatch
import Mixer
import Synchronization
import Testing

@testable import GStreamer

@Suite struct AggregatorStartTests {
    init() throws { try MixerLibrary.initialize() }

    /// A pipeline distributes its clock before its base time; the test makes the time in between long.
    @Test(arguments: ["dualcammixer", "compositor"]) func noFrameIsMadeBetweenClockAndBaseTime(_ factory: String) throws
    {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("videotestsrc", name: "source")
        let mixer = try Element.make(factory, name: "mixer")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("is-live", .bool(true))
        for element in [source, mixer, sink] { try pipeline.add(element) }
        try source.pad("src").link(to: mixer.requestPad("sink_%u"))
        try mixer.pad("src").link(to: sink.pad("sink"))
        let times = Mutex<[UInt64]>([])
        let first = DispatchSemaphore(value: 0)
        try mixer.pad("src").addProbe(.buffers) { info in
            times.withLock { $0.append(info.presentationTime ?? .max) }
            first.signal()
            return .pass
        }
        try pipeline.setState(.paused)
        let clock = gst_system_clock_obtain()
        defer { gst_object_unref(clock) }
        gst_element_set_clock(mixer.element, clock)
        // Wakes the aggregator's thread.
        try mixer.set("latency", .uint(1))
        #expect(first.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
        try pipeline.setState(.playing)
        #expect(first.wait(timeout: .now() + .seconds(60)) == .success)
        try pipeline.setState(.null)
        #expect(times.withLock { $0.first } == 0)
    }
}
