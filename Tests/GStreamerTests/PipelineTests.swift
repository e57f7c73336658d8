import GStreamer
import Glibc
import Synchronization
import Testing

@Suite struct PipelineTests {
    init() throws { try Library.initialize() }

    /// Every frame passes the probe, the end is forwarded by child, and the stream of messages ends with the tap.
    @Test(.timeLimit(.minutes(1))) func messagesAndProbesComeInOrder() async throws {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("videotestsrc", name: "source")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("num-buffers", .int(25))
        try pipeline.add(source)
        try pipeline.add(sink)
        try source.pad("src").link(to: sink.pad("sink"))
        let count = Counter()
        try sink.pad("sink").addProbe(.buffers) { info in
            count.add(info.presentationTime)
            return .pass
        }
        let tap = pipeline.tapBus()
        try pipeline.setState(.playing)
        var ends: [String] = []
        for await message in tap.messages {
            if case .childEndOfStream(let child) = message.kind { ends.append(child) }
            if case .endOfStream = message.kind { tap.close() }
        }
        try pipeline.setState(.null)
        #expect(ends == ["sink"])
        #expect(count.times.count == 25)
        #expect(count.times == count.times.sorted())
    }

    /// From its first buffer on the thread behind a source is nicer than the process, and stays so.
    @Test(.timeLimit(.minutes(1))) func aStreamingThreadYields() async throws {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("videotestsrc", name: "source")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("num-buffers", .int(3))
        try pipeline.add(source)
        try pipeline.add(sink)
        try source.pad("src").link(to: sink.pad("sink"))
        let niceness = { (who: Int32) in getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(who)) }
        let seen = Mutex<[Int32]>([])
        try source.pad("src").yieldStreamingThread(by: 5)
        try sink.pad("sink").addProbe(.buffers) { _ in
            seen.withLock { $0.append(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
            return .pass
        }
        let (own, tap) = (max(niceness(0), niceness(getpid()) + 5), pipeline.tapBus())
        try pipeline.setState(.playing)
        for await message in tap.messages { if case .endOfStream = message.kind { tap.close() } }
        try pipeline.setState(.null)
        #expect(seen.withLock { $0 } == Array(repeating: min(19, own), count: 3))
    }

    @Test(.timeLimit(.minutes(1))) func anErrorCarriesDomainAndCode() async throws {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("filesrc", name: "source")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("location", .string("/nonexistent/clip.mp4"))
        try pipeline.add(source)
        try pipeline.add(sink)
        try source.pad("src").link(to: sink.pad("sink"))
        let tap = pipeline.tapBus()
        #expect(throws: GraphError.self) { try pipeline.setState(.playing) }
        var found: ResourceError?
        for await message in tap.messages {
            if case .error(let error, _) = message.kind {
                #expect(message.source == "source")
                found = error.resource
                break
            }
        }
        try pipeline.setState(.null)
        #expect(found == .notFound)
    }

    @Test func aWrongLinkSaysWhy() throws {
        let source = try Element.make("audiotestsrc", name: "sound")
        let sink = try Element.make("x264enc", name: "encoder")
        let pipeline = try MediaPipeline(name: "test")
        try pipeline.add(source)
        try pipeline.add(sink)
        #expect(throws: GraphError.notLinked(from: "sound.src", to: "encoder.sink", reason: "no common format")) {
            try source.pad("src").link(to: sink.pad("sink"))
        }
    }
}

final class Counter: Sendable {
    private let state = Mutex<[UInt64]>([])

    func add(_ time: UInt64?) { state.withLock { $0.append(time ?? 0) } }

    var times: [UInt64] { state.withLock { $0 } }
}
