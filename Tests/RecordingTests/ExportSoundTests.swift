import DualCamTestKit
import Foundation
import Testing

/// The sound options of exports.
extension Recordings.Exporting {
    /// A recording of two microphones: one has bursts of noise over quiet noise, the other a tone.
    static let noisy = Shared {
        let folder = try #require(TemporaryFolder())
        let bursts = "anoisesrc=d=8:c=white:a=0.3:seed=3,volume='if(lt(mod(t,0.37),0.09),1,0.02)':eval=frame"
        let made = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-f", "lavfi", "-i", bursts, "-ar", "48000", "-c:a", "aac", "-b:a", "256k",
                folder.path + "/a.m4a",
            ])
        #expect(made.code == 0, "\(made.errors)")
        let result = try await record(
            """
            name: noisy
            cameras: {back: {device: test, size: 320x180}}
            microphones: {anna: {device: "file:\(folder.path)/a.m4a"}, ben: {device: "test:voice"}}
            encoders: {default: {use: x264, preset: ultrafast}}
            """)
        return (result, folder)
    }

    private static func samples(_ options: [String]) async throws -> [Double] {
        let made = try await export(
            try await noisy.value.0, "podcast", ending: "m4a", ["--loudness", "off"] + options)
        #expect(made.finished.code == 0, "\(made.finished.errors)")
        return try await samples(made.path).map(Double.init)
    }

    /// Returns the level in dB below which a given fraction of the windows of 480 samples lies.
    private static func level(_ samples: [Double], below share: Double) -> Double {
        let levels = stride(from: 24_000, to: samples.count - 480, by: 480).map { start in
            let power = samples[start..<start + 480].reduce(0) { $0 + $1 * $1 } / 480
            return 10 * log10(power + 1e-3)
        }.sorted()
        return levels[Int(Double(levels.count) * share)]
    }

    /// Noise reduction lowers the background noise, keeps the bursts, and moves nothing in time.
    @Test(arguments: [("low", 4.0), ("high", 9)]) func noiseIsTakenAway(level: String, decibels: Double) async throws {
        let before = try await Self.samples(["--mix", "ben=off"])
        let after = try await Self.samples(["--mix", "ben=off", "--noise-reduction", level])
        let quiet = Self.level(before, below: 0.2) - Self.level(after, below: 0.2)
        let loud = Self.level(before, below: 0.95) - Self.level(after, below: 0.95)
        #expect(quiet > decibels && abs(loud) < 3, "\(quiet) \(loud)")
        let likeness = (-100...100).map { lag in
            stride(from: 24_000, to: 90_000, by: 3).reduce(0.0) { $0 + before[$1] * after[$1 + lag] }
        }
        let best = try #require(likeness.indices.max { likeness[$0] < likeness[$1] })
        #expect(abs(best - 100) <= 2, "\(best - 100)")
    }

    /// Returns the fraction of a sound's energy that remains after two other sounds were subtracted.
    private static func rest(of whole: [Double], without one: [Double], _ other: [Double]) -> Double {
        let (rest, all) = (24_000..<90_000).reduce((0.0, 0.0)) { sums, index in
            let difference = whole[index] - one[index] - other[index]
            return (sums.0 + difference * difference, sums.1 + whole[index] * whole[index])
        }
        return rest / all
    }

    @Test func microphonesAreMixedAsIsAskedFor() async throws {
        // Ben is 12 dB louder than Anna.
        let both = try await Self.samples(["--mix", "ben=-12dB"])
        let anna = try await Self.samples(["--mix", "ben=off"])
        let ben = try await Self.samples(["--mix", "anna=off,ben=-12dB"])
        let quieter = try await Self.samples(["--mix", "anna=-12dB,ben=off"])
        // AAC changes the samples in a different way each time.
        #expect(abs(Self.level(anna, below: 0.95) - Self.level(quieter, below: 0.95) - 12) < 1.5)
        let silence = [Double](repeating: 0, count: both.count)
        let rests = [(anna, ben), (anna, silence), (silence, ben)].map { Self.rest(of: both, without: $0, $1) }
        // Only the errors of the three encodings remain without both microphones.
        #expect(rests[0] < 0.15 && rests[1] > 0.3 && rests[2] > 0.3, "\(rests)")
        #expect(Self.level(ben, below: 0.5) > 20)
    }
}
