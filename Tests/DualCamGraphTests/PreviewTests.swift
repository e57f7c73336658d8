import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Glibc
import Testing

@testable import DualCamGraph

/// Previews of test cameras during a recording: what they show, and that the recording loses nothing.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct PreviewTests {
    /// The frames of a preview, with the delay at which each arrived.
    private struct Watched: Sendable {
        var description: PreviewDescription?
        var frames: [PreviewFrame] = []
        var delays: [Duration] = []
        var failure: GraphFailure?

        /// Returns the counters in the decoded pictures.
        func numbers(in folder: TemporaryFolder, left: Int = 0) throws -> [Int?] {
            let (size, codec) = (try #require(description).size, try #require(description).codec)
            let path =
                "\(folder.path)/preview-\(UInt32.random(in: .min ... .max)).\(codec == "jpeg" ? "mjpeg" : "h264")"
            let file = try #require(fopen(path, "wx"))
            for frame in frames { fwrite(frame.bytes, 1, frame.bytes.count, file) }
            fclose(file)
            return Frames(of: path, width: size.width, height: size.height).numbers(left: left)
        }
    }

    private static let back = PreviewRequest(.camera(Rehearsal.back), width: .small)

    /// Watches up to `count` frames, or until the preview ends.
    private func watch(
        _ graph: RecordingPipeline, _ request: PreviewRequest, frames count: Int = .max
    ) async throws -> Watched {
        var watched = Watched()
        let items = try await graph.preview(request)
        for await item in items {
            switch item {
            case .description(let description): watched.description = description
            case .failed(let failure): watched.failure = failure
            case .frame(let frame):
                watched.frames.append(frame)
                watched.delays.append(
                    .nanoseconds((await graph.statistics().now?.nanoseconds ?? 0) - frame.at.nanoseconds))
            }
            if watched.frames.count >= count { break }
        }
        return watched
    }

    private func awaitBins(_ count: Int, of show: Rehearsal) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(2)
        while await show.graph.binCount != count, ContinuousClock.now < deadline { await Task.yield() }
        return await show.graph.binCount == count
    }

    /// Clients connect and disconnect all the time, and every frame is in the files.
    @Test(.timeLimit(.minutes(1))) func watchersComeAndGoAndNoFrameIsMissed() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        try await show.start()
        let bins = await graph.binCount
        var seen: [Watched] = []
        for round in 0..<4 {
            async let camera = watch(graph, Self.back, frames: 12)
            async let combined = watch(graph, PreviewRequest(.combined, width: .medium), frames: 12)
            async let all = watch(graph, PreviewRequest(.multiview, width: .large), frames: round == 0 ? 12 : 2)
            seen += [try await camera, try await combined, try await all]
        }
        #expect(await awaitBins(bins, of: show))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        try Thinned("back", files, show.seen).expectExact()
        #expect(!show.seen.contains { $0.failure != nil })
        for watched in seen {
            #expect(watched.frames.first?.isKey == true)
            #expect(watched.frames.map(\.sequence) == (0..<UInt32(watched.frames.count)).map { $0 })
        }
        #expect(
            seen[0].description == PreviewDescription(size: Rehearsal.size, rate: FrameRate(30), codec: "avc1.42c00d"))
        #expect(seen[1].description?.size == FrameSize(width: 640, height: 180))
        for watched in seen where watched.description?.places.isEmpty == true {
            try expectNearlyConsecutive(try watched.numbers(in: show.folder))
        }
        let places = try #require(seen[2].description).places
        #expect(places.map(\.name) == ["combined", "back", "front"])
        // A frame that waits in a queue for others would be late by several frames.
        let delays = seen.prefix(2).flatMap(\.delays).sorted()
        #expect(delays[delays.count / 2] < .milliseconds(200), "\(delays)")
    }

    /// JPEG previews beside H.264 previews of the same camera.
    @Test(.timeLimit(.minutes(1))) func picturesByThemselves() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        try await show.start()
        let request = PreviewRequest(.camera(Rehearsal.back), width: .small, as: .jpeg)
        async let stream = watch(graph, Self.back, frames: 12)
        let pictures = try await watch(graph, request, frames: 12)
        #expect(try await stream.description?.codec == "avc1.42c00d")
        #expect(
            pictures.description == PreviewDescription(size: Rehearsal.size, rate: FrameRate(30), codec: "jpeg"))
        #expect(pictures.frames.allSatisfy { $0.isKey && $0.bytes.prefix(3) == [0xFF, 0xD8, 0xFF] })
        try expectNearlyConsecutive(try pictures.numbers(in: show.folder))
        expectUnharmed(try await show.stop(), told: show.seen)
    }

    /// Expects counters that never go back; a preview's encoder may skip pictures on a busy machine.
    private func expectNearlyConsecutive(_ numbers: [Int?], _ source: SourceLocation = #_sourceLocation) throws {
        let known = numbers.compactMap { $0 }
        #expect(known.count == numbers.count && known.count >= 2, "\(numbers)", sourceLocation: source)
        let steps = zip(known, known.dropFirst()).map { $1 - $0 }
        #expect(
            steps.allSatisfy { (0...4).contains($0) } && steps.filter { $0 == 1 }.count >= steps.count / 2, "\(known)",
            sourceLocation: source)
    }

    /// Previews before the first take, while nothing is recorded, and after it.
    @Test(.timeLimit(.minutes(1))) func standingByAndPaused() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        await #expect(throws: GraphFailure.notRunning) { _ = try await graph.preview(Self.back) }
        try await graph.standBy()
        let before = try await untilRunning(graph)
        try expectNearlyConsecutive(try before.numbers(in: show.folder))
        try await show.start(["back", "combined"])
        let pause = try await graph.direct(.pause)
        let paused = try await watch(graph, Self.back, frames: 20)
        #expect(try #require(paused.frames.last).at > (try #require(pause)) + .milliseconds(300))
        try expectNearlyConsecutive(try paused.numbers(in: show.folder))
        _ = try await graph.direct(.resume)
        try await show.pass(.milliseconds(300), cutting: ["back"])
        let files = try await show.stop()
        #expect(!files.isEmpty && !show.seen.contains { $0.failure != nil })
    }

    /// Waits until previews work: the devices are open, but no picture may have arrived yet.
    private func untilRunning(_ graph: RecordingPipeline) async throws -> Watched {
        while true {
            do { return try await watch(graph, Self.back, frames: 8) } catch let failure as GraphFailure {
                try #require([.notRunning, .noPicture].contains(failure.picture))
                await Task.yield()
            }
        }
    }

    /// A camera's own preview ends when it is lost. A multiview continues with the others and shows the camera again
    /// after its return.
    @Test(.timeLimit(.minutes(1))) func aCameraIsLostAndReturns() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        try await show.start()
        async let ended = watch(graph, Self.back)
        let all = try await graph.preview(PreviewRequest(.multiview, width: .medium))
        var iterator = all.makeAsyncIterator()
        #expect(await nextPlaces(&iterator) == ["combined", "back", "front"])
        try await show.pass(.milliseconds(300))
        try await graph.apply(.loseInput(Rehearsal.back))
        _ = await show.event(\.lost)
        #expect(try await ended.failure?.picture == .cameraLost)
        await #expect(throws: GraphFailure.lost(Rehearsal.back)) { _ = try await graph.preview(Self.back) }
        #expect(await nextPlaces(&iterator) == ["combined", "front"])
        try await graph.apply(.reopenInput(Rehearsal.back))
        _ = await show.event(\.returned)
        #expect(await nextPlaces(&iterator) == ["combined", "back", "front"])
        let again = try await watch(graph, Self.back, frames: 8)
        try expectNearlyConsecutive(try again.numbers(in: show.folder))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// Returns the cameras of the next description; skips frames, whose numbers continue after a change.
    private func nextPlaces(_ items: inout AsyncStream<PreviewItem>.Iterator) async -> [String]? {
        while let item = await items.next(isolation: #isolation) {
            if case .description(let description) = item { return description.places.map(\.name) }
        }
        return nil
    }

    /// If the machine is overloaded, previews end at once, and nothing else does.
    @Test(.timeLimit(.minutes(1))) func previewsGoFirst() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        try await show.start()
        async let ended = watch(graph, Self.back)
        _ = try await watch(graph, PreviewRequest(.combined, width: .small), frames: 3)
        var throttle = Throttle.none
        throttle.previewsRest = true
        try await graph.apply(.throttle(throttle))
        #expect(try await ended.failure == .previewsRest)
        await #expect(throws: GraphFailure.previewsRest) { _ = try await graph.preview(Self.back) }
        try await graph.apply(.throttle(.none))
        #expect(try await watch(graph, Self.back, frames: 3).frames.count == 3)
        try await show.pass(.milliseconds(300))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        try Thinned("back", files, show.seen).expectExact()
    }

    /// A preview's encoder that fails ends only the preview.
    @Test(.timeLimit(.minutes(1))) func aPreviewFailsByItself() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        let graph = show.graph
        try await show.start()
        async let ended = watch(graph, Self.back)
        _ = try await watch(graph, PreviewRequest(.combined, width: .small), frames: 3)
        await graph.failPreviews()
        #expect(try await ended.failure != nil)
        let warned = await show.event { event in
            if case .warning(.preview(.camera(Rehearsal.back), .small, .h264), _) = event { true } else { nil }
        }
        #expect(warned == true)
        try await show.pass(.milliseconds(300))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        try Thinned("back", files, show.seen).expectExact()
        #expect(!show.seen.contains { $0.failure != nil })
    }
}

extension RecordingPipeline {
    /// The number of branches in the pipeline.
    fileprivate var binCount: Int { live.pipeline.count }

    fileprivate func failPreviews() {
        for branch in previews.watched.values.compactMap(\.branch) {
            branch.builder.elements["\(branch.branch).encoder"]?.postPadError("broken by a test")
        }
    }
}
