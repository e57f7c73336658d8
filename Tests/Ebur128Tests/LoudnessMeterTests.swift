import Ebur128
import Glibc
import Testing

@Suite struct LoudnessMeterTests {
    /// EBU Tech 3341, test signal 1: a stereo tone of 1 kHz with peaks of -23 dBFS on both channels has -23 LUFS.
    @Test(arguments: [-23.0, -33, -40]) func aToneHasTheLoudnessOfItsLevel(level: Double) throws {
        let meter = try #require(LoudnessMeter(channels: 2, rate: 48_000))
        let samples = tone(pow(10, level / 20), frequency: 1000, seconds: 5)
        var peak = 0.0
        for block in 0..<500 {
            peak = max(peak, meter.add(Array(samples[block * 960..<(block + 1) * 960])))
        }
        let loudness = try #require(meter.integrated)
        #expect(abs(loudness - level) < 0.1, "\(loudness)")
        #expect(abs(20 * log10(peak) - level) < 0.1, "\(20 * log10(peak))")
    }

    /// The peaks of a tone at a quarter of the sample rate are between its samples, which are 3 dB lower.
    @Test func truePeaksLieBetweenSamples() throws {
        let meter = try #require(LoudnessMeter(channels: 2, rate: 48_000))
        let samples = tone(1, frequency: 12_000, seconds: 1, phase: .pi / 4)
        let peak = meter.add(samples)
        #expect((samples.max() ?? 1) < 0.71)
        #expect(abs(20 * log10(peak)) < 0.5, "\(20 * log10(peak))")
    }

    @Test func silenceHasNone() throws {
        let meter = try #require(LoudnessMeter(channels: 2, rate: 48_000))
        let peak = meter.add([Float](repeating: 0, count: 96_000))
        #expect(meter.integrated == nil && peak == 0)
    }

    private func tone(_ amplitude: Double, frequency: Double, seconds: Int, phase: Double = 0) -> [Float] {
        (0..<seconds * 48_000).flatMap { index -> [Float] in
            let value = Float(amplitude * sin(2 * .pi * frequency * Double(index) / 48_000 + phase))
            return [value, value]
        }
    }
}
