import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamGraph

/// Encoders that are replaced by ones with the fastest preset during the recording, and restored.
@Suite(.serialized) struct PresetTests {
    private static let all = ["back", "front", "combined"]
    private static let fastest: Throttle = {
        var throttle = Throttle()
        throttle.fastestPresets = true
        return throttle
    }()

    private static func show(
        _ container: Container = .mov, _ use: String = "x264", _ preset: String = "veryfast"
    ) throws -> Rehearsal {
        let inputs = try Rehearsal.inputs { pipeline in
            pipeline.recording.container = container
            (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = (use, preset)
        }
        let plan = try Planner.plan(inputs)
        return try Rehearsal(plan, findAgain: { _ in plan })
    }

    /// Each file has the pictures of one encoder, beginning with a key frame, and nothing is lost between two files.
    /// x264 streams differ by preset, which no muxer accepts within a file.
    @Test(
        .tags(.process), .timeLimit(.minutes(2)),
        arguments: [
            (Container.mov, "x264", "veryfast"), (.mkv, "x264", "veryfast"), (.mkv, "vpx-vp9", "7"),
            (.mov, "x265", "superfast"),
        ]) func noFrameIsLostToAnotherPreset(container: Container, use: String, preset: String) async throws
    {
        let show = try Self.show(container, use, preset)
        try await show.start()
        for throttle in [Self.fastest, .none] {
            try await show.graph.apply(.throttle(throttle))
            try await show.pass(.milliseconds(700), cutting: Self.all)
            try await show.pass(.milliseconds(700), cutting: Self.all)
            for name in Self.all {
                #expect(await show.graph.holds("\(name).encoder-fastest") == throttle.fastestPresets)
                #expect(await show.graph.holds("\(name).encoder") != throttle.fastestPresets)
            }
        }
        let files = try await show.stop()
        var lacking = 0
        for name in Self.all {
            let output = Thinned(name, files, show.seen)
            #expect(output.files.count == 5)
            lacking += try output.expectExact(width: name == "combined" ? 640 : 320)
            #expect(output.files.allSatisfy { beginsWithKeyFrame($0.path) })
            for file in output.files {
                expectOwnHeader(file, of: use == "x264" ? .h264 : use == "x265" ? .h265 : .vp9)
            }
        }
        show.seen.expectToldOnly(lacking, in: files, of: Self.all)
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// The request is withdrawn before a new file begins: the new encoder is removed, and the running one stays.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func anEncoderThatNobodyWantsAnyMoreGoes() async throws {
        let show = try Self.show()
        try await show.start()
        try await show.graph.apply(.throttle(Self.fastest))
        #expect(await show.graph.holds("back.encoder-fastest"))
        try await show.graph.apply(.throttle(.none))
        #expect(await !show.graph.holds("back.encoder-fastest"))
        try await show.pass(.milliseconds(500), cutting: Self.all)
        #expect(await show.graph.holds("back.encoder"))
        let files = try await show.stop()
        for name in ["back", "front"] { try Thinned(name, files, show.seen).expectExact() }
    }

    /// The fastest preset is withdrawn after a file was requested that was to begin with it. The file begins with the
    /// encoder that stays.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aFileBeginsWithTheEncoderThatStays() async throws {
        let show = try Self.show()
        try await show.start()
        try await show.graph.apply(.throttle(Self.fastest))
        try await show.open("back")
        try await show.graph.apply(.throttle(.none))
        try await show.pass(.seconds(1), cutting: Self.all)
        // On a busy machine the exchange may come before the withdrawal; then the file before this one undoes it.
        try await show.pass(.milliseconds(700), cutting: Self.all)
        #expect(await show.graph.holds("back.encoder"))
        #expect(await !show.graph.holds("back.encoder-fastest"))
        let files = try await show.stop()
        let back = Thinned("back", files, show.seen)
        #expect(back.files.count == 4)
        try back.expectExact()
        try Thinned("front", files, show.seen).expectExact()
    }

    /// A camera that returns, and a combined picture that is restored, have the preset that is requested by then.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func whatComesBackHasThePresetThatIsWanted() async throws {
        let show = try Self.show()
        try await show.start()
        var throttle = Self.fastest
        throttle.combinedRests = true
        // Both are removed while the other encoders wait for their place.
        try await show.graph.apply(.throttle(throttle))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        #expect(await !show.graph.holds("back.encoder-fastest"))
        #expect(await !show.graph.holds("back.encoder"))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        try await show.graph.apply(.throttle(Self.fastest))
        for name in ["back", "combined"] {
            #expect(await show.graph.holds("\(name).encoder-fastest"))
            #expect(await !show.graph.holds("\(name).encoder"))
        }
        // The file that begins then has ended, however long the machine takes.
        try await show.pass(.milliseconds(500), cutting: Self.all)
        try await show.pass(.milliseconds(500), cutting: Self.all)
        let files = try await show.stop()
        #expect(files.contains { $0.output == Rehearsal.output && $0.segment > 0 && $0.frames > 0 })
        #expect(!show.seen.contains { $0.failure != nil })
        try Thinned("front", files, show.seen).expectExact()
    }
}
