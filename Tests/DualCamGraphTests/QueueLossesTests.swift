import DualCamConfig
import DualCamPlan
import GStreamer
import Mixer
import Synchronization
import Testing

@testable import DualCamTiming
@testable import DualCamGraph

/// The frames of a leaky queue that are lost while nothing leaves it. Times are in milliseconds.
@Suite struct QueueLossesTests {
    private static let millisecond: Int64 = 1_000_000

    /// Pushes 20 frames, one every 40 ms, into a queue for three frames, while the first frame is held at its exit.
    /// Calls `act` before the frames are released.
    ///
    /// - Returns: the times of the frames that were reported lost, in order.
    private static func lost(_ window: RecordingWindow, before act: () -> Void = {}) throws -> [Int64] {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "losses")
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        let rate = StructurePlan("video/x-raw", [Property("framerate", .fraction(25, 1))])
        try builder.makeChain([
            ElementPlan("videotestsrc", name: "source", branch: .still, [Property("num-buffers", .int(20))]),
            ElementPlan("capsfilter", name: "rate", branch: .still, [Property("caps", .caps(rate))]),
            .queue("queue", .still, buffers: 3, isLeaky: true),
            ElementPlan("fakesink", name: "sink", branch: .still),
        ])
        let lost = Mutex<[Int64]>([])
        let losses = QueueLosses(window) { time in lost.withLock { $0.append(time / millisecond) } }
        try losses.install(on: builder.pad("queue", "sink"), builder.pad("queue", "src"))
        let (isHeld, hasEnded, mayPass) = (Promise<Void>(), Promise<Void>(), Promise<Void>())
        try builder.pad("queue", "src").addProbe(.buffers) { _ in
            isHeld.keep(())
            _ = mayPass.wait(within: 60)
            return .pass
        }
        try builder.pad("queue", "sink").addProbe([.buffers, .events]) { info in
            // The second frame waits until the first one is held.
            if info.isBuffer, info.runningTime != 0 { _ = isHeld.wait(within: 60) }
            if case .endOfStream? = info.event { hasEnded.keep(()) }
            return .pass
        }
        try pipeline.setState(.playing)
        try #require(hasEnded.wait(within: 60) != nil)
        act()
        mayPass.keep(())
        #expect(try pipeline.waitForEnd(nanoseconds: 60_000_000_000))
        return lost.withLock { $0 }
    }

    private static func window() -> RecordingWindow { RecordingWindow(SessionInterval(deciding: [])) { _ in } }

    /// The first frame and the last three pass. The times are those of the lost frames, and not of the moment at which
    /// the queue was full.
    @Test(.timeLimit(.minutes(1))) func everyLostFrameIsReportedWithItsTime() throws {
        let window = Self.window()
        window.change { $0.begin(in: 0) }
        #expect(try Self.lost(window) == (1...16).map { $0 * 40 })
    }

    @Test(.timeLimit(.minutes(1))) func framesInAPauseAndAfterTheEndAreNotLost() throws {
        let window = Self.window()
        window.change { $0.begin(in: 0) }
        let pause = window.change { $0.pause(at: 100 * Self.millisecond) }
        let resumption = window.change { $0.resume(at: 200 * Self.millisecond, Cadence([FrameRate(25)])) }
        window.change { _ = $0.end(at: 500 * Self.millisecond) }
        let from = try #require(pause) / Self.millisecond
        let to = try #require(resumption) / Self.millisecond
        try #require(from > 40 && to < 480)
        let recorded = (1...16).map { $0 * 40 }.filter { $0 < from || ($0 >= to && $0 < 500) }
        #expect(try Self.lost(window) == recorded)
    }

    /// The recording's start is known only when another stream delivers its first frame. Frames that were lost since
    /// that start count; earlier ones do not.
    @Test(.timeLimit(.minutes(1))) func framesLostBeforeTheStartIsKnownCountFromItOn() throws {
        let window = RecordingWindow(SessionInterval(deciding: [1])) { _ in }
        let lost = try Self.lost(window) {
            _ = window.observe(stream: 1, time: 300 * Self.millisecond, duration: 0, isAudio: false)
        }
        #expect(lost == (8...16).map { $0 * 40 })
    }
}
