import DualCamConfig
import DualCamPlan
import Glibc
import Testing

@testable import DualCamGraph

@Suite struct SoundShaperTests {
    private static let rate = 48_000

    /// Returns noise that uses all bit patterns, up to full scale.
    private static func noise(_ format: SoundPlan.Format, frames: Int) -> [UInt8] {
        var state: UInt32 = 1
        return (0..<(frames * 2)).flatMap { index -> [UInt8] in
            state = state &* 1_664_525 &+ 1_013_904_223
            let word = index % 97 == 0 ? 0x8000_0000 : index % 89 == 0 ? 0x7fff_ffff : state
            let bits = format == .f32 ? Float(Double(Int32(bitPattern: word)) / 2_147_483_648).bitPattern : word
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
            return format == .s16 ? Array(bytes[2...]) : bytes
        }
    }

    @Test("What asks for nothing changes no bit", arguments: [SoundPlan.Format.s16, .s32, .f32])
    func neutral(_ format: SoundPlan.Format) {
        var shaper = SoundShaper(format: format, rate: Self.rate, channels: 2)
        #expect(shaper.isNeutral)
        let given = Self.noise(format, frames: 4800)
        var bytes = given
        bytes.withUnsafeMutableBytes { shaper.shape($0) }
        #expect(bytes == given)
        // The settings are changed and changed back.
        shaper.follow(.init(factor: 0.5, windFilter: true))
        #expect(!shaper.isNeutral)
        bytes.withUnsafeMutableBytes { shaper.shape($0) }
        #expect(bytes != given)
        shaper.follow(.init())
        bytes.withUnsafeMutableBytes { shaper.shape($0) }
        #expect(shaper.isNeutral)
        bytes = given
        bytes.withUnsafeMutableBytes { shaper.shape($0) }
        #expect(bytes == given)
    }

    @Test("A change takes ten milliseconds in even steps, from the first sample on")
    func ramp() {
        var shaper = SoundShaper(format: .f32, rate: Self.rate, channels: 1)
        shaper.follow(.init(factor: 0))
        let shaped = Self.shaped(&shaper, [Float](repeating: 0.5, count: 600))
        #expect(shaped[0] == Float(0.5 * (1 - 1.0 / 480)))
        let steps = zip(shaped, shaped.dropFirst()).prefix(478).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - 0.5 / 480) < 1e-6 })
        #expect(shaped[479...].allSatisfy { $0 == 0 })
    }

    @Test(
        "Gain is a factor that ends at full scale",
        arguments: [(-6.0, 0.5, 0.2506), (6.0, 0.25, 0.4988), (12.0, 0.5, 1), (-12, -1, -0.2512)])
    func gain(_ decibel: Double, _ given: Float, _ heard: Float) {
        var shaper = SoundShaper(
            format: .f32, rate: Self.rate, channels: 1, request: .init(factor: SoundPlan.factor(.init(decibel))))
        #expect(abs(Self.shaped(&shaper, [given])[0] - heard) < 0.0001)
    }

    @Test(
        "The wind filter cuts what lies below 100 Hz", arguments: [(25.0, -48.2), (50, -24.1), (100, -3), (1000, 0)])
    func windFilter(_ frequency: Double, _ decibel: Double) {
        var shaper = SoundShaper(format: .f32, rate: Self.rate, channels: 1, request: .init(windFilter: true))
        let tone = (0..<Self.rate).map { Float(0.5 * sin(2 * Double.pi * frequency * Double($0) / Double(Self.rate))) }
        let shaped = Self.shaped(&shaper, tone)
        let loudest = shaped[(Self.rate / 2)...].map { abs(Double($0)) }.max() ?? 0
        #expect(abs(20 * log10(loudest / 0.5) - decibel) < 0.3)
    }

    /// The wind filter begins while the signal has a constant value; that fades out without a jump.
    @Test func theWindFilterBeginsWithoutAClick() {
        var shaper = SoundShaper(format: .f32, rate: Self.rate, channels: 1)
        shaper.follow(.init(windFilter: true))
        let shaped = [0.5] + Self.shaped(&shaper, [Float](repeating: 0.5, count: 4800))
        #expect(zip(shaped, shaped.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
        #expect(abs(shaped[4800]) < 0.001)
    }

    private static func shaped(_ shaper: inout SoundShaper, _ samples: [Float]) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBytes { shaper.shape($0) }
        return samples
    }
}
