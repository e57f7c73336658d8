import Dispatch
import DualCamConfig
import DualCamPlan
import GStreamer
import Mixer
import Synchronization
import Testing

@testable import DualCamGraph

@Suite struct WriterTests {
    /// The writer of a file without a muxer: its elements are a queue and a sink.
    private static func writer(_ builder: GraphBuilder) throws -> Writer {
        Writer(
            request: FileRequest(output: OutputName("back"), segment: 0, path: ""), file: nil, sinkName: "sink",
            bin: nil,
            elements: [], inputs: [.video: try builder.pad("queue", "sink")], videoQueue: nil, frameLength: 0,
            account: FrameAccount(), from: nil, changesEncoder: false
        ) { _ in }
    }

    /// A file is cut off while the streaming thread is between the writer's probe and the file's elements. The pad
    /// counts as idle then, but the accepted frame must still reach the file.
    @Test(.timeLimit(.minutes(1))) func anAcceptedFrameReachesTheFileThatIsCutOff() throws {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "writer")
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        for (factory, name) in [("videotestsrc", "source"), ("tee", "tee"), ("queue", "queue"), ("fakesink", "sink")] {
            try builder.make(ElementPlan(factory, name: name, branch: .still, []))
        }
        try builder.link(LinkPlan(PadReference("source"), PadReference("tee")))
        try builder.link(LinkPlan(PadReference("queue"), PadReference("sink")))
        let writer = try Self.writer(builder)
        try writer.feed(.video, from: builder.element("tee"), "src_%u")
        let (isHeld, isCut, mayPass, ended) = (Promise<Void>(), Promise<Void>(), Promise<Void>(), Promise<Void>())
        let arrived = Atomic(0)
        try builder.pad("tee", "src_0").addProbe(.buffers) { _ in
            guard writer.frames == 3 else { return .pass }
            isHeld.keep(())
            _ = mayPass.wait(within: 60)
            return .pass
        }
        try builder.pad("sink", "sink").addProbe([.buffers, .events]) { info in
            if info.isBuffer { arrived.add(1, ordering: .relaxed) }
            if case .endOfStream? = info.event { ended.keep(()) }
            return .pass
        }
        try pipeline.setState(.playing)
        try #require(isHeld.wait(within: 60) != nil)
        DispatchQueue.global().async {
            writer.cutOff(finishing: true)
            isCut.keep(())
        }
        // A writer that does not wait for the frame sends the end of stream at once.
        _ = isCut.wait(within: 0.5)
        mayPass.keep(())
        try #require(ended.wait(within: 60) != nil)
        #expect(writer.frames == 3)
        #expect(arrived.load(ordering: .relaxed) == 3)
    }
}
