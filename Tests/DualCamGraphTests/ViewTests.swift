import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

/// A camera's own file that is zoomed together with the combined picture.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct ViewTests {
    /// The position at which green changes to magenta in the bars, in pixels of the camera's picture. Chroma only has
    /// every second pixel.
    private static let edge = 182.0

    /// Both files show every frame of the zoom from the acknowledged frame on, each with its edge within a fifth of a
    /// pixel of the right position. No frame is missing.
    @Test(.timeLimit(.minutes(1))) func bothFilesAreZoomedAlike() async throws {
        let inputs = try Rehearsal.inputs { pipeline in
            pipeline.combined?.layout = .pip
            pipeline.combined?.mixer = .dualcam
            pipeline.combined?.size = Rehearsal.size
            pipeline.cameras[0].zoomAppliesTo = .both
            pipeline.encoders.standard.use = "x264"
            pipeline.encoders.standard.bitrate = Bitrate(bitsPerSecond: 20_000_000)
        }
        let show = try Rehearsal(try Planner.plan(inputs))
        try await show.start(["back", "front", "combined"])
        try await show.pass(.milliseconds(300))
        var picture = try #require(PictureDirection(inputs.pipeline))
        picture.cameras[0].zoom = 4
        picture.change = .motion(.milliseconds(500), .linear)
        let begin = try #require(try await show.graph.direct(.picture(picture)))
        try await show.pass(.milliseconds(800))
        let files = try await show.stop()
        #expect(!show.seen.contains { $0.failure != nil })
        for name in ["back", "combined"] {
            let file = try #require(files.first { $0.output.rawValue == name })
            expectRamp(ColourFrames(of: file.path, Rehearsal.size), file, from: begin)
        }
        let counts = Set(files.filter { $0.output.rawValue != "front" }.map(\.frames))
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    }

    private func expectRamp(_ frames: ColourFrames, _ file: FileSummary, from begin: RunningTime) {
        #expect(frames.count == file.frames)
        let places = (0..<frames.count).map { Self.edge(in: frames, $0) }
        let first = Int(((begin - file.start) / .seconds(1) * 30).rounded())
        let edge = 160 + ((places.last ?? 0) - 160) / 4
        #expect(abs(edge - Self.edge) < 0.5)
        let seen = places.firstIndex { $0 > edge + 0.5 } ?? -1
        #expect(abs(seen - first) <= 1, "\(file.output): \(seen) for \(first)")
        for (index, place) in places.enumerated() {
            let progress = max(0, min(1, Double(index - seen + 1) / 15))
            let expected = 160 + (edge - 160) * exp2(2 * progress)
            // The first picture is only as exact as the distance of chroma samples.
            let tolerance = progress > 0 ? 0.2 : 0.4
            #expect(
                abs(place - expected) < tolerance, "\(file.output), frame \(index - seen): \(place) for \(expected)")
        }
    }

    /// Returns how far green reaches from the middle, in fractions of pixels, as the mean over some rows.
    private static func edge(in frames: ColourFrames, _ frame: Int) -> Double {
        let rows = stride(from: 20, through: 60, by: 8)
        let widths = rows.map { y -> Double in
            let levels = (160..<320).map { Double(frames.levels(frame, $0, y)[1]) }
            let (high, low) = (levels[2], levels[158])
            return levels.map { max(0, min(1, ($0 - low) / (high - low))) }.reduce(0, +)
        }
        return 160 + widths.reduce(0, +) / Double(widths.count)
    }
}
