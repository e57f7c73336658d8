import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// Stills of raw cameras, of cameras that are passed through, and of the combined picture, compared with the recorded
/// frames.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct StillTests {
    private static let size = FrameSize(width: 320, height: 180)

    /// The colour bars at full level: red, green and blue in the middle of each.
    private static let bars = [
        [255, 255, 255], [255, 255, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255], [255, 0, 0], [0, 0, 255],
    ]

    /// Creates two clips as cameras: a red one in JPEG, and a blue one in H.264 with a key frame every half second.
    private static func clips(in folder: TemporaryFolder) -> (jpeg: String, h264: String) {
        let (jpeg, h264) = (folder.path + "/jpeg.mov", folder.path + "/h264.mp4")
        let source = { (colour: String) in "ffmpeg -v error -f lavfi -i color=\(colour):size=320x180:rate=30:duration=2"
        }
        _ = output(of: source("red") + " -pix_fmt yuvj420p -c:v mjpeg -q:v 2 '\(jpeg)'")
        _ = output(of: source("blue") + " -pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 15 '\(h264)'")
        return (jpeg, h264)
    }

    private static func inputs(_ folder: TemporaryFolder) throws -> PlannedInputs {
        let (jpeg, h264) = clips(in: folder)
        var passed = EncoderOverride()
        passed.use = "passthrough"
        return try Rehearsal.inputs { pipeline in
            pipeline.cameras[0].device = .test(pattern: .smpte100)
            for (name, clip) in [("jpeg", jpeg), ("h264", h264)] {
                var camera = Camera(name: name)
                (camera.size, camera.device) = (size, .file(clip))
                pipeline.cameras.append(camera)
                pipeline.encoders.outputs[OutputName(name)] = passed
            }
            pipeline.combined?.layout = .pip
            pipeline.combined?.size = size
        }
    }

    @Test(.timeLimit(.minutes(1))) func stillsAreTheFramesOfTheirTime() async throws {
        let folder = try #require(TemporaryFolder())
        let show = try Rehearsal(try Planner.plan(try Self.inputs(folder)))
        try await show.start(["back", "front", "jpeg", "h264", "combined"])
        try await show.pass(.milliseconds(300))
        // Two stills at the same time.
        let graph = show.graph
        async let png = graph.snapshot(of: Rehearsal.output, as: .png)
        async let jpeg = graph.snapshot(of: .combined, as: .jpeg)
        let stills = [(Rehearsal.output, try await png), (OutputName.combined, try await jpeg)]
        for (name, paint) in [("jpeg", Paint.red), ("h264", .blue)] {
            let still = try await show.graph.snapshot(of: OutputName(name), as: .jpeg)
            let picture = try Self.read(still, in: folder)
            #expect(picture.paint(0, 160, 90) == paint, "\(name): \(picture.levels(0, 160, 90))")
        }
        try await show.pass(.milliseconds(300))
        try await Self.expectRefusals(show)
        let files = try await show.stop()
        for (output, still) in stills {
            let picture = try Self.read(still, in: folder)
            let file = try #require(files.first { $0.output == output })
            let frames = ColourFrames(of: file.path, Self.size)
            let number = Int((Double(still.at.nanoseconds - file.start.nanoseconds) * 30 / 1e9).rounded())
            try #require((1..<frames.count - 1).contains(number))
            let ratios = (number - 1...number + 1).map { picture.ratio(0, to: frames, $0) }
            // Only the counter changes; the encoder's error is the same in all three frames.
            #expect(ratios[1] > ratios[0] + 1 && ratios[1] > ratios[2] + 1 && ratios[1] > 28, "\(output): \(ratios)")
            for (index, expected) in Self.bars.enumerated() {
                let seen = picture.levels(0, 22 + index * 46, 60)
                #expect(zip(seen, expected).allSatisfy { abs($0 - $1) <= 6 }, "\(output), bar \(index): \(seen)")
            }
        }
        try Thinned("back", files, show.seen).expectExact()
        #expect(!show.seen.contains { $0.failure != nil })
    }

    private static func expectRefusals(_ show: Rehearsal) async throws {
        try await show.graph.apply(.loseInput(Rehearsal.back))
        let lost = await #expect(throws: GraphFailure.self) {
            try await show.graph.snapshot(of: Rehearsal.output, as: .png)
        }
        #expect(lost?.code == .notNow)
        let unknown = await #expect(throws: GraphFailure.self) {
            try await show.graph.snapshot(of: OutputName("side"), as: .png)
        }
        #expect(unknown?.code == .refused)
    }

    private static func read(_ still: Snapshot, in folder: TemporaryFolder) throws -> ColourFrames {
        let path = "\(folder.path)/\(still.at.nanoseconds)-\(still.bytes.count)"
        let file = try #require(fopen(path, "w"))
        fwrite(still.bytes, 1, still.bytes.count, file)
        fclose(file)
        let picture = ColourFrames(of: path, size)
        try #require(picture.count == 1)
        return picture
    }
}
