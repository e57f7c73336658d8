import DualCamTestKit
import Foundation
import Testing

/// The pictures and sounds of `--simulate`, for users without a camera.
extension Recordings {
    @Suite(.serialized) struct Simulation {
        private static let taken = Shared {
            try await Recorder(
                pipeline: """
                    cameras: {back: {size: 640x360}, front: {size: 640x360}}
                    combined: {layout: pip, size: 640x360}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                    """, arguments: ["--simulate", "--duration", "4s"]
            ).record()
        }

        /// The discs move below the frame counter and never cover it.
        @Test(arguments: ["back", "front"]) func everyFrameIsCounted(_ output: String) async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            let judged = try await Judgement.of(try recording.path("\(output)_000.mov"))
            recording.expectWhole(judged)
            let frames = try #require(judged.counters).read.count
            #expect((119 - recording.lost(of: output)...121).contains(frames), "\(frames)")
        }

        /// Each camera's picture is full of colour, differs from the other one's, has white letters in the middle, and
        /// moves.
        @Test func scenesFillTheirFramesAndDiffer() async throws {
            let recording = try await Self.taken.value
            var corners: [[Int]] = []
            for output in ["back", "front"] {
                let file = try recording.path("\(output)_000.mov")
                let picture = try await Picture(of: file, width: 640, height: 360, at: 1)
                let corner = (0..<3).map { picture.level(x: 632, y: 352, of: $0) }
                #expect(
                    (corner.max() ?? 0) > 60 && (corner.max() ?? 0) - (corner.min() ?? 0) > 30, "\(output): \(corner)")
                let letters = (220..<420).filter { picture.colour(x: $0, y: 180) == .white }
                #expect(letters.count > 20, "\(output) has its name in the middle")
                let later = try await Picture(of: file, width: 640, height: 360, at: 3)
                let moved = zip(picture.bytes, later.bytes).count { abs(Int($0) - Int($1)) > 6 }
                #expect(moved > picture.bytes.count / 20, "\(moved) samples of \(output) moved")
                corners.append(corner)
            }
            #expect(zip(corners[0], corners[1]).contains { abs($0 - $1) > 40 }, "\(corners)")
        }

        /// The simulated voice is loud most of the time, with pauses.
        @Test func theVoiceSpeaksAndPauses() async throws {
            let samples = try await Sound.samples(of: try await Self.taken.value.path("back_000.mov"))
            let window = Sound.rate / 20
            let crests = stride(from: 0, to: samples.count - window, by: window).map { start in
                samples[start..<start + window].map(abs).max() ?? 0
            }
            let (loud, silent) = (crests.count { $0 > 0.1 }, crests.count { $0 < 0.001 })
            #expect(loud * 2 > crests.count && silent * 10 > crests.count, "\(loud) and \(silent) of \(crests.count)")
        }
    }
}
