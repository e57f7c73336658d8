import DualCamPlan
import GStreamer
import Mixer
import Testing

@testable import DualCamGraph

/// Pads that only appear once data flows.
@Suite struct LateLinkTests {
    /// Creates a pipeline in which a picture from `decodebin` has to be linked to `sink`, which accepts pictures or
    /// only sound.
    private static func pipeline(to sink: String) throws -> MediaPipeline {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "late")
        var builder = GraphBuilder(pipeline: pipeline)
        let elements = [
            ("videotestsrc", "source"), ("decodebin", "decoder"), (sink, "converter"), ("fakesink", "sink"),
        ]
        for (factory, name) in elements {
            let properties = name == "source" ? [Property("num-buffers", .int(5))] : []
            try builder.make(ElementPlan(factory, name: name, branch: .still, properties))
        }
        try builder.link(LinkPlan(PadReference("source"), PadReference("decoder")))
        try builder.link(LinkPlan(PadReference("decoder", "src_%u"), PadReference("converter"), whenPadAppears: true))
        try builder.link(LinkPlan(PadReference("converter"), PadReference("sink")))
        return pipeline
    }

    @Test(.timeLimit(.minutes(1))) func aPadThatFitsIsLinked() throws {
        let pipeline = try Self.pipeline(to: "videoconvert")
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        #expect(try pipeline.waitForEnd(nanoseconds: 20_000_000_000))
    }

    /// A link that fails is reported on the bus by the element that has the pad, before that element reports that it is
    /// not linked.
    @Test(.timeLimit(.minutes(1))) func aPadThatCannotBeLinkedIsAnError() throws {
        let pipeline = try Self.pipeline(to: "audioconvert")
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        let error = #expect(throws: LibraryError.self) { try pipeline.waitForEnd(nanoseconds: 20_000_000_000) }
        #expect(error?.domain == "gst-core-error-quark")
        #expect(error?.message == "decoder.src_0 could not be linked to converter.sink (no common format)")
    }
}
