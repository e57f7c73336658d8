import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamEditing
@testable import DualCamGraph

/// Finding a sound in a copy that is later, quieter, with other noise, or recorded by another clock.
@Suite(.tags(.process)) struct SoundSearchTests {
    private static let rate = SoundWindow.rate

    /// Returns noise whose loudness changes at irregular intervals; the same for each seed.
    private static func scene(seconds: Int, seed: UInt64) -> [Float] {
        var (state, loudness, left) = (seed, Float(0), 0)
        func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 23) - 1
        }
        return (0..<seconds * rate).map { _ in
            if left == 0 { (left, loudness) = (400 + Int(1200 * abs(next())), abs(next()) < 0.4 ? 0.5 : 0.02) }
            left -= 1
            return loudness * next()
        }
    }

    /// Returns a voice of one pitch, without noise, in syllables of irregular length.
    private static func voice(seconds: Int) -> [Float] {
        let envelope = scene(seconds: seconds, seed: 21)
        var loudness: Float = 0
        return envelope.indices.map { index in
            loudness += ((abs(envelope[index / 400 * 400]) > 0.1 ? 0.4 : 0) - loudness) / 150
            let tone = (1...8).reduce(0.0) { $0 + sin(2 * .pi * 130 * Double($1 * index) / Double(rate)) / Double($1) }
            return loudness * Float(tone)
        }
    }

    /// Returns what another recorder has of a scene, from a position on. Values between samples are interpolated
    /// linearly, which is accurate enough for windows of a few seconds.
    private static func copy(
        of scene: [Float], from place: Double, drift: Double, gain: Float, noise: Float
    ) -> [Float] {
        let other = scene.count > 1000 ? self.scene(seconds: scene.count / rate, seed: 99) : []
        return (0..<Int(Double(scene.count) - max(0, place)) - 1).map { index in
            let at = place + Double(index) / (1 + drift)
            let (whole, part) = (Int(at.rounded(.down)), Float(at - at.rounded(.down)))
            let value =
                scene.indices.contains(whole) && whole + 1 < scene.count
                ? scene[whole] * (1 - part) + scene[whole + 1] * part : 0
            return gain * value + noise * other[index % other.count]
        }
    }

    /// The search from the first rough position to the exact sample; times are in seconds.
    @Test(
        arguments: [
            (0.0, 0.0, Float(1), Float(0)), (3.2, 0, 0.1, 0), (1.0001, 0, 1, 0.5), (2, 80e-6, 0.5, 0.1),
            (0.5, -100e-6, 1, 0.2), (4, 0, 0.03, 0.01),
        ])
    func aCopyIsFound(place: Double, drift: Double, gain: Float, noise: Float) throws {
        let scene = Self.scene(seconds: 30, seed: 5)
        let copy = Self.copy(of: scene, from: place * Double(Self.rate), drift: drift, gain: gain, noise: noise)
        // The recording begins 5 s after the scene.
        let start = 5 * Self.rate
        let recorded = Array(scene[start..<start + 20 * Self.rate])
        let (piece, sound) = (Self.outline(recorded), Self.outline(copy))
        let match = try #require(OutlineSearch(in: sound, longest: piece.count).place(of: piece[...]))
        #expect(match.isClear, "\(match)")
        let rough = -match.place / Double(SoundOutline.rate)
        #expect(abs(rough - (place - 5)) < 0.02, "\(rough)")

        var windows = SoundWindow.all(of: 0..<20_000_000_000, on: Self.clock)
        windows.append(recorded, at: 0)
        var search = WindowSearch(windows, expected: SoundPlacement(begin: rough))
        for chunk in stride(from: 0, to: copy.count, by: 1000) {
            search.append(Array(copy[chunk..<min(copy.count, chunk + 1000)]))
        }
        search.end()
        #expect(search.points.count == windows.count && search.compared == windows.count)
        let fit = try #require(ClockFit(search.points, tolerance: 0.002))
        let placement = SoundPlacement(fit)
        #expect(fit.agreeing == windows.count)
        #expect(abs(placement.begin(in: 0) - (place - 5)) < 0.0001, "\(placement)")
        #expect(abs(placement.drift - drift) < 5e-6, "\(placement)")
    }

    /// The ends of a window must not be taken for a match. A voice has few frequencies, so the ends would be the
    /// clearest common feature.
    @Test(arguments: [0, 0.2, -0.13, 0.24]) func aVoiceIsFound(error: Double) throws {
        let voice = Self.voice(seconds: 20)
        var windows = SoundWindow.all(of: 0..<15_000_000_000, on: Self.clock)
        windows.append(Array(voice[(2 * Self.rate)..<(17 * Self.rate)]), at: 0)
        var search = WindowSearch(windows, expected: SoundPlacement(begin: -2 + error))
        search.append(voice)
        search.end()
        #expect(2 * search.points.count > windows.count, "\(search.points)")
        #expect(search.points.allSatisfy { abs($0.begin + 2) < 0.0005 }, "\(search.points)")
    }

    private static let clock = CompositionClock(start: 0, stretches: [.init(from: 0, offset: 0)])

    private static func outline(_ samples: [Float]) -> [Float] {
        var outline = SoundOutline(sampleRate: rate)
        for first in stride(from: 0, to: samples.count, by: 333) {
            outline.add(samples[first..<min(samples.count, first + 333)], at: first)
        }
        return outline.changes
    }

    /// A piece of another scene is not found, a repeated one is found more than once, and silence matches nothing; none
    /// of these counts as clear.
    @Test func whatIsNotFoundClearlyIsNotClear() {
        let piece = Self.outline(Self.scene(seconds: 10, seed: 5))
        let other = Self.outline(Self.scene(seconds: 60, seed: 6))
        #expect(OutlineSearch(in: other, longest: piece.count).place(of: piece[...])?.isClear != true)
        let often = Self.outline(Array([[Float]](repeating: Self.scene(seconds: 10, seed: 5), count: 3).joined()))
        let match = OutlineSearch(in: often, longest: piece.count).place(of: piece[...])
        #expect(match?.isClear == false && (match?.clarity ?? 0) > SoundMatch.clear, "\(String(describing: match))")
        let silence = [Float](repeating: 0, count: 1000)
        #expect(OutlineSearch(in: silence, longest: piece.count).place(of: piece[...]) == nil)
    }

    /// A piece that begins before the sound has a negative position.
    @Test func aPieceMayBeginBeforeTheSound() throws {
        let scene = Self.scene(seconds: 20, seed: 5)
        let (piece, sound) = (Self.outline(scene), Self.outline(Array(scene[(7 * Self.rate)...])))
        let match = try #require(OutlineSearch(in: sound, longest: piece.count).place(of: piece[...]))
        #expect(match.isClear && abs(match.place + 700) < 2, "\(match)")
    }
}
