import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Cameras that are lost at awkward moments, in unusual formats, or repeatedly.
@Suite(.serialized) struct LossAtTheEdgeTests {
    /// A clip that is reopened plays from the present time on, without catching up, decoded or passed through.
    @Test(.tags(.realTime), .timeLimit(.minutes(1)), arguments: [false, true])
    func aClipReturns(passedThrough: Bool) async throws {
        let clips = try #require(TemporaryFolder())
        let clip = "\(clips.path)/clip.mp4"
        let made = system(
            "ffmpeg -v error -f lavfi -i testsrc=size=320x180:rate=30 -t 1 -c:v libx264 -bf 0 -g 15 -pix_fmt yuv420p '\(clip)'"
        )
        try #require(made == 0)
        let inputs = try Rehearsal.inputs { pipeline in
            pipeline.cameras[0].device = .file(clip)
            if passedThrough {
                var settings = EncoderOverride()
                settings.use = "passthrough"
                pipeline.encoders.outputs[OutputName("back")] = settings
            }
        }
        let plan = try Planner.plan(inputs)
        let search = CameraSearch(inputs, plan)
        let show = try Rehearsal(plan) { try search.plan(for: $0) }
        try await show.start()
        try await show.pass(.milliseconds(700))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        let returned = try #require(await show.event(\.returned))
        #expect(await show.now - returned < .seconds(1), "it plays from now on")
        try await show.open("back")
        try await show.pass(.milliseconds(1500))
        let files = try await show.stop()
        #expect(!show.seen.contains { $0.failure != nil })
        expectUnharmed(files)
        for file in files where file.output == OutputName("back") {
            #expect(file.frames > 5)
            #expect(Frames(of: file).count == file.frames)
            #expect(beginsWithKeyFrame(file.path))
        }
    }

    /// A clip that another process cuts is named in a message. Its camera is lost and returns with the rest, or not at
    /// all. Previously, the clip played on with frames missing and without a message.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aClipThatBecomesShorterIsNamed() async throws {
        let clips = try #require(TemporaryFolder())
        let clip = "\(clips.path)/clip.mp4"
        let made = system(
            "ffmpeg -v error -f lavfi -i testsrc=size=320x180:rate=30 -t 2 -c:v libx264 -bf 0 -g 15 -pix_fmt yuv420p "
                + "-movflags +faststart '\(clip)'")
        try #require(made == 0)
        let inputs = try Rehearsal.inputs { $0.cameras[0].device = .file(clip) }
        let show = try Rehearsal(try Planner.plan(inputs))
        try await show.start()
        let size = try #require(FileFacts(clip)?.size)
        try #require(truncate(clip, Int(size / 2)) == 0)
        let failure = try #require(await show.event(\.failure))
        #expect((failure.input, failure.output) == (Rehearsal.back, nil))
        #expect(
            failure.message
                == "the clip \(clip) became shorter while it was played: \(size / 2) of \(size) bytes are left")
        #expect(!failure.advice.isEmpty)
        try await show.graph.apply(.loseInput(Rehearsal.back))
        try await show.pass(.milliseconds(300))
        let files = try await show.stop()
        #expect(show.seen.compactMap(\.failure).count == 1)
        expectUnharmed(files, told: show.seen)
    }

    /// A file that still waits for its first key frame when its camera is lost has nothing to close, but ends
    /// nevertheless.
    @Test(.tags(.realTime), .timeLimit(.minutes(1))) func aFileThatHasNotBegunEndsEmpty() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(300))
        try await show.open("back")
        try await show.graph.apply(.loseInput(Rehearsal.back))
        let files = try await show.stop()
        let back = files.filter { $0.output == OutputName("back") }
        #expect(back.map(\.segment) == [0, 1])
        #expect(back.map { $0.frames > 0 } == [true, false])
    }

    /// A camera that delivers nothing delays the start until it is removed.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func recordingBeginsWithoutACameraThatIsDumb() async throws {
        var plan = try Planner.plan(try Rehearsal.inputs())
        plan.insert("identity", named: "back.fault", after: "back.mode", [Property("drop-probability", .double(1))])
        let show = try Rehearsal(plan)
        try await show.wake(["back", "front", "combined"])
        #expect(await show.graph.statistics().inputs[1].idle == nil)
        try await show.graph.apply(.loseInput(Rehearsal.back))
        await show.began()
        try await show.pass(.milliseconds(500))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        #expect(files.filter { $0.frames == 0 }.map(\.output) == [OutputName("back")])
    }

    /// Removing and adding a camera repeatedly leaves no elements in the pipeline.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aCameraMayComeAndGoOften() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        let before = await show.graph.live.builder.elements.count
        for _ in 0..<8 {
            try await show.graph.apply(.loseInput(Rehearsal.back))
            try await show.graph.apply(.loseInput(InputName("front")))
            #expect(await show.graph.statistics().inputs.map(\.isLost) == [false, true, true])
            try await show.graph.apply(.reopenInput(InputName("front")))
            try await show.graph.apply(.reopenInput(Rehearsal.back))
        }
        #expect(await show.graph.live.builder.elements.count == before)
        #expect(await show.graph.valves.count == show.plan.valves.count)
        try await show.open("front")
        try await show.open("back")
        try await show.pass(.milliseconds(900))
        let files = try await show.stop()
        #expect(!show.seen.contains { $0.failure != nil })
        #expect(files.filter { $0.segment == 1 }.allSatisfy { $0.frames > 5 })
        let combined = try #require(files.first { $0.output == .combined })
        expectUnharmed([combined], told: show.seen)
    }
}
