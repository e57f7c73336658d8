import DualCamConfig
import Glibc
import Testing

@testable import DualCamEditing
@testable import DualCamPlan

/// The loudness of the sound of an export.
@Suite struct LoudnessTests {
    private static let ceiling = -1.0

    private func level(_ factor: Float) -> Double { 20 * log10(Double(factor)) }

    @Test(arguments: [-6.0, 0, 3.5]) func withoutPeaksTheGainIsTheSameEverywhere(gain: Double) {
        let curve = GainCurve(gain: gain, peaks: [Float](repeating: 0.1, count: 200), ceiling: Self.ceiling)
        #expect(curve.reduction < 1e-5)
        for sample in [0, 1, 479, 480, 50_000, 95_999, 200_000] {
            #expect(abs(level(curve.factor(at: sample)) - gain) < 1e-4)
        }
    }

    /// A peak at any position stays below the ceiling, and so do its neighbours.
    @Test(arguments: [0, 1, 57, 100, 198, 199]) func noPeakIsAboveTheCeiling(block: Int) {
        var peaks = [Float](repeating: 0.1, count: 200)
        peaks[block] = 0.9
        let curve = GainCurve(gain: 12, peaks: peaks, ceiling: Self.ceiling)
        #expect(curve.reduction > 12)
        for near in max(0, block - 1)...min(199, block + 1) {
            for sample in near * LoudnessReading.block..<(near + 1) * LoudnessReading.block {
                #expect(level(curve.factor(at: sample) * 0.9) <= Self.ceiling + 1e-4)
            }
        }
        let far = block < 100 ? 150 : 50
        #expect(abs(level(curve.factor(at: far * LoudnessReading.block)) - 12) < 1e-4)
    }

    /// From sample to sample the gain changes too little to be heard as a click.
    @Test func aReductionComesAndGoesSlowly() {
        var peaks = [Float](repeating: 0.1, count: 200)
        peaks[100] = 1
        let curve = GainCurve(gain: 9, peaks: peaks, ceiling: Self.ceiling)
        let factors = (0..<96_000).map { curve.factor(at: $0) }
        let steps = zip(factors, factors.dropFirst()).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.001)
    }

    // MARK: The policy
    private func reading(_ integrated: Double?, peak: Float, blocks: Int = 500) -> LoudnessReading {
        var peaks = [Float](repeating: peak / 4, count: blocks)
        if blocks > 0 { peaks[blocks / 2] = peak }
        return LoudnessReading(integrated: integrated, peaks: peaks)
    }

    @Test(arguments: [(-20.0, 4.0), (-10, -6), (-16, 0)]) func whatHasRoomIsMeasuredOnce(
        recorded: Double, gain: Double
    ) throws {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: true)
        guard case .done(let outcome) = policy.observe(reading(recorded, peak: 0.25)) else {
            Issue.record("it is measured again")
            return
        }
        #expect(abs((outcome.curve?.gain ?? 99) - gain) < 1e-9 && outcome.limit == nil)
        #expect(abs((outcome.reached ?? 0) + 16) < 1e-9 && outcome.recorded == recorded)
    }

    /// Loudness that limiting has removed is added again, until it is close to the target.
    @Test func whatIsReducedIsMeasuredAgain() throws {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: false)
        guard case .measure(let first) = policy.observe(reading(-24, peak: 0.9)),
            case .measure(let second) = policy.observe(reading(-16.6, peak: 0.89)),
            case .done(let outcome) = policy.observe(reading(-16.05, peak: 0.89))
        else {
            Issue.record("it is not measured three times")
            return
        }
        #expect(abs(first.gain - 8) < 1e-9 && abs(second.gain - 8.6) < 1e-9)
        #expect(outcome.curve == second && outcome.reached == -16.05 && outcome.limit == nil)
    }

    @Test func peaksAreNotReducedByMoreThanIsHeard() throws {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: false)
        guard case .measure(let curve) = policy.observe(reading(-40, peak: 1)),
            case .done(let outcome) = policy.observe(reading(-33, peak: 0.89))
        else {
            Issue.record("it is measured again and again")
            return
        }
        #expect(abs(curve.reduction - LoudnessPolicy.mostReduction) < 0.01 && abs(curve.gain - 8) < 0.01)
        #expect(outcome.reached == -33 && outcome.limit == .reduction)
    }

    @Test func whatIsTooQuietIsNotMadeNoise() throws {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: false)
        guard case .done(let outcome) = policy.observe(reading(-60, peak: 0.002)) else {
            Issue.record("it is measured again")
            return
        }
        #expect(outcome.curve?.gain == LoudnessPolicy.mostGain && outcome.limit == .gain && outcome.reached == -30)
    }

    /// A lossy codec needs 0.7 dB more below the ceiling.
    @Test(arguments: [(false, -1.0), (true, -1.7)]) func peaksStayBelowTheCeiling(isLossy: Bool, ceiling: Double) {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: isLossy)
        guard case .measure(let curve) = policy.observe(reading(-24, peak: 0.9)) else {
            Issue.record("nothing is reduced")
            return
        }
        let block = 250 * LoudnessReading.block
        let highest = (block..<block + LoudnessReading.block).map { level(curve.factor(at: $0) * 0.9) }.max() ?? 0
        #expect(highest <= ceiling + 1e-3 && highest > ceiling - 0.5, "\(highest)")
    }

    @Test func silenceIsLeftAlone() {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: true)
        #expect(policy.observe(reading(nil, peak: 0)) == .done(.init()))
    }

    /// The number of measurements is limited, whatever they give.
    @Test func thereIsAnEnd() {
        var policy = LoudnessPolicy(LoudnessTarget(Loudness(-16)), isLossy: true)
        var count = 0
        while case .measure = policy.observe(reading(count == 0 ? -20 : -25, peak: 1)), count < 50 { count += 1 }
        #expect(count < 6)
    }
}
