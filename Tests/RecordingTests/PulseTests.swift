import Foundation
import Testing

extension Recordings {
    /// A sound server of its own, as `Scripts/test` starts one: what is played to the sink "dualcam" is what its
    /// default source delivers.
    @Suite(
        .serialized,
        .enabled("Scripts/test starts the server") { ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil })
    struct Pulse {
        static let tone = 440.0

        @Test(arguments: ["pulse", "auto"]) func recordsWhatIsPlayed(device: String) async throws {
            async let player = Tool.run(
                "/usr/bin/gst-launch-1.0",
                [
                    "-q", "audiotestsrc", "freq=\(Self.tone)", "volume=0.5", "num-buffers=260", "!", "pulsesink",
                    "device=dualcam",
                ])
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: \(device)
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "3s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(try await player.code == 0)
            // By then the player has begun for sure.
            let samples = try await Sound.samples(of: try recording.path("back_000.mov"), seconds: 1.5..<2.5)
            #expect(samples.count > 40_000)
            let loudest = samples.map(abs).max() ?? 0
            #expect(loudest > 0.2)
            let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
            let heard = Double(rises) / (Double(samples.count) / 48_000)
            #expect(abs(heard - Self.tone) < 5, "\(heard) Hz")
        }
    }
}
