import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamEditing
@testable import DualCamPlan

/// The graph that draws a combined file from recorded files.
@Suite struct CompositionPlanTests {
    private static let machine = MachineFacts(
        cores: 2, elements: Fixture.elements.union(["concat", "identity"]), host: "box")

    private static func file(_ path: String, _ start: Int64, _ end: Int64, first: Int64 = 0) -> CompositionSources.File
    {
        .init(path: path, first: first, start: start * 1_000_000_000, end: end * 1_000_000_000)
    }

    /// Sources of 10 s: `back` in two segments, `front` with a gap of two seconds.
    private static var sources: CompositionSources {
        CompositionSources(
            cameras: [
                "back": [file("b0.mov", 0, 5, first: 20_000_000), file("b1.mov", 5, 10)],
                "front": [file("f0.mov", 0, 4), file("f1.mov", 6, 10)],
            ],
            sound: .init(
                files: [file("b0.mov", 0, 5), file("b1.mov", 5, 10)], demuxer: "qtdemux", codec: "aac", tracks: [[]]),
            start: 0, end: 10_000_000_000)
    }

    private func plan(
        _ sources: CompositionSources = sources, absent: Set<String> = [],
        _ change: (inout Pipeline) -> Void = { _ in }
    ) throws -> CompositionPlan {
        var pipeline = Fixture.pip()
        pipeline.encoders.standard.use = "x264"
        pipeline.encoders.standard.preset = "veryfast"
        change(&pipeline)
        let files = Dictionary(
            uniqueKeysWithValues: pipeline.cameras.map(\.name).filter { !absent.contains($0) }.map { ($0, "\($0).mov") }
        )
        let size = FrameSize(width: 1280, height: 720)
        let composed = pipeline.composed(of: files, size: { _ in size }, in: .mov)
        let cameras = composed.cameras.map { camera in
            CameraFacts(name: camera.name, source: absent.contains(camera.name) ? .absent : .clip(Fixture.clip))
        }
        return try CompositionPlan(
            PlannedInputs(pipeline: composed, cameras: cameras, microphones: [:], machine: Self.machine), sources)
    }

    /// Returns the elements between the start of the graph and an element, the last first.
    private func way(to name: String, in plan: CompositionPlan) -> [String] {
        let before = plan.links.first { $0.to.element == name }?.from.element
        return [name] + (before.map { way(to: $0, in: plan) } ?? [])
    }

    @Test func segmentsAreDecodedByOne() throws {
        let plan = try plan()
        let concat = try #require(plan.elements.first { $0.name == "back.0.files" })
        #expect(concat.factory == "concat")
        let decoders = plan.elements.filter { $0.factory == "avdec_h264" }.map(\.name)
        #expect(decoders == ["back.0.decoder", "front.0.decoder", "front.2.decoder"])
        #expect(way(to: "back.0.decoder", in: plan).prefix(2) == ["back.0.decoder", "back.0.files"])
    }

    @Test func filesAreMovedToTheirPlaces() throws {
        let moves = try plan().links.filter { $0.to.element.hasPrefix("back") && $0.to.element.hasSuffix(".place") }
        #expect(moves.map(\.offset) == [-20_000_000, 5_000_000_000])
    }

    @Test func aGapIsASlateOfItsLength() throws {
        let plan = try plan()
        let slate = try #require(plan.elements.first { $0.name == "front.slate-source-1" })
        #expect(slate.properties.contains(Property("timestamp-offset", .int(4_000_000_000))))
        #expect(slate.properties.contains(Property("num-buffers", .int(60))))
        #expect(!slate.properties.contains { $0.name == "is-live" })
        let ends = plan.links.filter { $0.to.element == "front.row" }.map(\.from.element)
        #expect(ends == ["front.0.decoder", "front.slate-text-1", "front.2.decoder"])
    }

    @Test func aCameraThatWasNeverThereIsASlate() throws {
        var sources = Self.sources
        sources.cameras["front"] = []
        let plan = try plan(sources, absent: ["front"])
        #expect(way(to: "combined.input-front", in: plan).last == "front.slate-source-0")
    }

    /// The graph drops no frames and has no live sources, so it waits for the slowest element.
    @Test func whoIsBehindIsWaitedFor() throws {
        let plan = try plan()
        #expect(!plan.elements.flatMap(\.properties).contains { ["leaky", "is-live", "force-live"].contains($0.name) })
        #expect(
            plan.elements.contains { $0.factory == "x264enc" && $0.properties.contains(Property("threads", .int(4))) })
        #expect(plan.encoder == "x264 veryfast")
    }

    @Test(arguments: [(1, 1), (2, 2)]) func everyTrackOfSoundIsCopied(_ tracks: Int, _ parsers: Int) throws {
        var sources = Self.sources
        sources.sound?.tracks = Array(repeating: [], count: tracks)
        let plan = try plan(sources)
        #expect(plan.elements.filter { $0.factory == "aacparse" }.count == 2 * parsers)
        #expect(plan.links.filter { $0.to.element == CompositionPlan.muxer && $0.to.pad == "audio_%u" }.count == tracks)
    }

    /// A zoom that is already in the cameras' own files is not drawn again.
    @Test func aZoomOfTheFileIsNotDrawnAgain() throws {
        var pipeline = Fixture.pip()
        pipeline.cameras[0].zoom = 3
        pipeline.cameras[1].zoom = 3
        pipeline.cameras[0].zoomAppliesTo = .both
        #expect(try #require(pipeline.composedPicture).cameras.map(\.zoom) == [1, 3])
    }
}
