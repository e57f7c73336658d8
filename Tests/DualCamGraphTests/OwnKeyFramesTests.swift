import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// The key frames of a stream that is recorded without encoding are those that its camera, or here a clip, has made.
@Suite(.serialized) struct OwnKeyFramesTests {
    /// Recording begins half a second after all inputs deliver, so between two key frames, which are two seconds apart.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func picturesBeforeTheFirstOneAreTold() async throws {
        let clips = try #require(TemporaryFolder())
        let clip = "\(clips.path)/clip.mp4"
        let encoding = "-c:v libx264 -bf 0 -g 40 -keyint_min 40 -sc_threshold 0 -pix_fmt yuv420p"
        let made = system("ffmpeg -v error -f lavfi -i testsrc=size=320x180:rate=20 -t 6 \(encoding) '\(clip)'")
        try #require(made == 0)
        let inputs = try Rehearsal.inputs { pipeline in
            pipeline.cameras[0].device = .file(clip)
            pipeline.cameras[0].rate = FrameRate(20)
            pipeline.recording.delay = .milliseconds(500)
            var settings = EncoderOverride()
            settings.use = "passthrough"
            pipeline.encoders.outputs[OutputName("back")] = settings
        }
        let show = try Rehearsal(try Planner.plan(inputs))
        try await show.wake(["back", "front", "combined"])
        let start = try #require(await show.event(\.start))
        var distance = show.seen.compactMap(\.keyDistance).first
        if distance == nil { distance = await show.event(\.keyDistance) }
        #expect(distance == .seconds(2))
        try await show.pass(.milliseconds(500))
        let files = try await show.stop()
        let first = try #require(files.first { $0.output == OutputName("back") })
        #expect(first.frames > 0 && beginsWithKeyFrame(first.path))
        let due = Int((first.start - start) / .milliseconds(50))
        #expect(show.seen.dropped(by: OutputName("back")) >= due, "\(due) pictures came before the file's first one")
    }
}

extension GraphEvent {
    fileprivate var start: RunningTime? { if case .recording(let at, _, _, _) = self { at } else { nil } }

    fileprivate var keyDistance: Duration? { if case .keyFrames(_, let distance, _) = self { distance } else { nil } }
}
