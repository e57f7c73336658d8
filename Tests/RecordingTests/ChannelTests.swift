import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Microphones whose two channels differ.
    @Suite(.serialized) struct Channels {
        /// Recordings of a clip with two tones: 440 Hz at half level in the left channel, and 880 Hz at a quarter in
        /// the right one.
        private static let recordings = SideBySide(["left", "right", "mix", "stereo"]) { channels in
            let folder = try #require(TemporaryFolder())
            defer { withExtendedLifetime(folder) {} }
            let clip = folder.path + "/clip.mkv"
            let made = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-f", "lavfi", "-i",
                    "aevalsrc=0.5*sin(440*2*PI*t)|0.25*sin(880*2*PI*t):d=4:s=48000", "-c:a", "pcm_s16le", clip,
                ])
            try #require(made.code == 0, "\(made.errors)")
            return try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: {device: "file:\(clip)", channels: \(channels)}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                    """, arguments: ["--duration", "2s"]
            ).record()
        }

        private typealias Case = (channels: String, count: Int, crest: Float)

        /// The mix is the mean of both channels, so a silent channel would lower the other by 6 dB.
        private static let cases: [Case] = [
            ("left", 1, 0.5), ("right", 1, 0.25), ("mix", 1, 0.325), ("stereo", 2, 0.5),
        ]

        @Test(arguments: cases.indices) func oneOfTwoKeepsItsLevel(_ index: Int) async throws {
            let (channels, count, crest) = Self.cases[index]
            let recording = try await Self.recordings.of(channels)
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try recording.path("back_000.mov")
            #expect(try await Sounds.stream(of: file).channels == count)
            let answer = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-ss", "0.5", "-t", "1", "-i", file, "-map", "0:a", "-f", "f32le", "-"])
            let samples = answer.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            #expect(samples.count == 48_000 * count)
            let left = stride(from: 0, to: samples.count, by: count).map { abs(samples[$0]) }.max() ?? 0
            #expect(abs(left - crest) < 0.02, "\(left)")
        }
    }
}
