import GStreamer
import Glibc
import Synchronization
import Testing

@Suite struct PipelineTests {
    init() throws { try Library.initialize() }

    /// Every frame passes the probe, the end of the stream is forwarded for each child, and the stream of messages ends
    /// with the tap.
    @Test(.timeLimit(.minutes(10))) func messagesAndProbesComeInOrder() async throws {
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

    /// The thread of a source has a lower priority than the process, and no other thread has afterwards.
    @Test(.timeLimit(.minutes(10))) func aStreamingThreadYields() async throws {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        let usual = getpriority(process, id_t(getpid()))
        for steps in [5, 0, 7, 0, 0] as [Int32] {
            #expect(
                try await niceness(yieldingBy: steps) == Array(repeating: min(19, usual + steps), count: 3),
                "\(steps) steps")
        }
    }

    /// Returns the niceness of the thread that pushes each of three buffers.
    private func niceness(yieldingBy steps: Int32) async throws -> [Int32] {
        let pipeline = try MediaPipeline(name: "test")
        let source = try Element.make("videotestsrc", name: "source")
        let sink = try Element.make("fakesink", name: "sink")
        try source.set("num-buffers", .int(3))
        try pipeline.addChain([source, sink])
        let seen = Mutex<[Int32]>([])
        if steps > 0 { try source.pad("src").yieldStreamingThread(by: steps) }
        try sink.pad("sink").addProbe(.buffers) { _ in
            seen.withLock { $0.append(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
            return .pass
        }
        let tap = pipeline.tapBus()
        try pipeline.setState(.playing)
        for await message in tap.messages { if case .endOfStream = message.kind { tap.close() } }
        try pipeline.setState(.null)
        return seen.withLock { $0 }
    }

    @Test(.timeLimit(.minutes(10))) func anErrorCarriesDomainAndCode() async throws {
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
