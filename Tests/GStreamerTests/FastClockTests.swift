import GStreamer
import Testing

@Suite struct FastClockTests {
    init() throws { try Library.initialize() }

    /// 1500 live pictures at 30 per second, with their sound, are 50 s of media.
    @Test(.timeLimit(.minutes(10))) func liveSourcesRunFast() async throws {
        let pipeline = try MediaPipeline(name: "test", clock: FastClock(rate: 50))
        #expect(pipeline.clockName == "monotonic x50")
        let pictures = try Self.live(
            "videotestsrc", [("num-buffers", .int(1500)), ("pattern", .enumeration(type: nil, nick: "black"))],
            in: pipeline)
        let sounds = try Self.live("audiotestsrc", [("num-buffers", .int(2153))], in: pipeline)
        let tap = pipeline.tapBus()
        let began = ContinuousClock.now
        try pipeline.setState(.playing)
        for await message in tap.messages { if case .endOfStream = message.kind { break } }
        let took = began.duration(to: .now)
        try pipeline.setState(.null)
        // Less than a second would mean that the clock does not wait, and 50 s that it does not run fast.
        #expect(took > .milliseconds(900) && took < .seconds(50), "\(took)")
        #expect(pictures.times.count == 1500 && sounds.times.count == 2153)
        let steps = Set(zip(pictures.times, pictures.times.dropFirst()).map { $1 - $0 })
        #expect(steps.isSubset(of: [33_333_333, 33_333_334]), "\(steps)")
    }

    /// The next picture is due in 500 s, so the pipeline can only stop if the wait is cancelled.
    @Test(.timeLimit(.minutes(10))) func aWaitIsCalledOff() async throws {
        let pipeline = try MediaPipeline(name: "test", clock: FastClock(rate: 2))
        let source = try Element.make("videotestsrc", name: "source")
        let (filter, sink) = (
            try Element.make("capsfilter", name: "filter"), try Element.make("fakesink", name: "sink")
        )
        try source.set("is-live", .bool(true))
        try filter.set(
            "caps", .caps(mediaType: "video/x-raw", fields: [Setting.Field("framerate", .fraction(1, 1000))]))
        for element in [source, filter, sink] { try pipeline.add(element) }
        try source.pad("src").link(to: filter.pad("sink"))
        try filter.pad("src").link(to: sink.pad("sink"))
        let (first, isFirst) = AsyncStream<Void>.makeStream()
        try sink.pad("sink").addProbe(.buffers) { _ in
            isFirst.finish()
            return .pass
        }
        try pipeline.setState(.playing)
        for await _ in first {}
        let began = ContinuousClock.now
        try pipeline.setState(.null)
        // The pipeline did not wait for the picture.
        #expect(began.duration(to: .now) < .seconds(250))
    }

    private static func live(
        _ factory: String, _ settings: [(String, Setting)], in pipeline: MediaPipeline
    ) throws -> Counter {
        let (source, sink) = (
            try Element.make(factory, name: factory), try Element.make("fakesink", name: "\(factory).sink")
        )
        for (name, setting) in settings + [("is-live", .bool(true))] { try source.set(name, setting) }
        try sink.set("sync", .bool(false))
        for element in [source, sink] { try pipeline.add(element) }
        try source.pad("src").link(to: sink.pad("sink"))
        let counter = Counter()
        try sink.pad("sink").addProbe(.buffers) { info in
            counter.add(info.presentationTime)
            return .pass
        }
        return counter
    }
}
