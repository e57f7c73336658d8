import DualCamPlan
import GStreamer
import Mixer
import Synchronization
import Testing

@testable import DualCamGraph

/// A queue that drops data older than a minute loses nothing if its first data arrives after an hour.
@Suite struct QueueLimitTests {
    @Test(.timeLimit(.minutes(1)), arguments: [0, 710_000_000_000, 3_600_000_000_000])
    func aLeakyQueueKeepsWhatComesLate(_ time: Int64) throws {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "queue")
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        var queue = ElementPlan.queue("queue", .still, seconds: 60, isLeaky: true)
        // The queue holds all buffers back, as if the muxer had not read them yet.
        queue.properties.append(Property("min-threshold-buffers", .int(5)))
        try builder.makeChain([
            ElementPlan(
                "audiotestsrc", name: "source", branch: .still,
                [Property("num-buffers", .int(5)), Property("timestamp-offset", .int(time))]),
            queue, ElementPlan("fakesink", name: "sink", branch: .still),
        ])
        let count = Atomic(0)
        let lost = Atomic(false)
        try builder.element("sink").pad("sink").addProbe(.buffers) { _ in
            count.add(1, ordering: .relaxed)
            return .pass
        }
        try builder.element("queue").on("overrun") { lost.store(true, ordering: .relaxed) }
        try pipeline.setState(.playing)
        #expect(try pipeline.waitForEnd(nanoseconds: 20_000_000_000))
        #expect(count.load(ordering: .relaxed) == 5 && !lost.load(ordering: .relaxed))
    }
}
