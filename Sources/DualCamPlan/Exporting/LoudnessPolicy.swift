package import DualCamConfig

/// Finds the gain that brings sound to a loudness: it is measured again where reduced peaks have made it quieter.
package struct LoudnessPolicy: Sendable {
    /// The next step.
    package enum Step: Sendable, Equatable {
        /// Measure what comes out by this curve.
        case measure(GainCurve)
        case done(Outcome)
    }

    /// The decision, with the figures to report.
    package struct Outcome: Sendable, Equatable {
        /// `nil`: the sound is left alone, since it is silent.
        package var curve: GainCurve?
        /// In LUFS: that of the recording, and that which is reached; `nil`: silent.
        package var recorded: Double?
        package var reached: Double?
        /// The limit that keeps the sound from being louder; `nil`: none.
        package var limit: Limit?
    }

    package enum Limit: Sendable, Equatable {
        /// The largest gain: quieter sound than that is noise.
        case gain
        /// Peaks would be reduced so much that it is heard.
        case reduction
    }

    /// Nothing is made louder by more, in dB.
    package static let mostGain = 30.0
    /// No peak is reduced by more, in dB.
    package static let mostReduction = 9.0
    /// A difference that is none, in LU.
    private static let tolerance = 0.1
    private static let mostRounds = 4
    /// The distance to the highest peak, in dB, that a codec which leaves something out needs for itself.
    private static let margin = 0.7

    private let target: LoudnessTarget
    private let isLossy: Bool
    private var first: LoudnessReading?
    private var curve: GainCurve?
    private var rounds = 0

    /// - Parameter isLossy: the samples are encoded by a codec that leaves something out.
    package init(_ target: LoudnessTarget, isLossy: Bool) { (self.target, self.isLossy) = (target, isLossy) }

    /// Takes what was measured: first of the recording, then of what came out by the last curve.
    package mutating func observe(_ reading: LoudnessReading) -> Step {
        guard let measured = reading.integrated else { return .done(Outcome()) }
        let original = first ?? reading
        first = original
        let missing = target.integrated.value - measured
        let (most, limit) = highestGain(original)
        let wanted = (curve?.gain ?? 0) + missing
        var outcome = Outcome(recorded: original.integrated, limit: wanted > most ? limit : nil)
        if let curve {
            rounds += 1
            // Where the gain cannot grow, nothing changes any more.
            let isStuck = missing > 0 && curve.gain >= most
            if abs(missing) <= Self.tolerance || isStuck || rounds >= Self.mostRounds {
                (outcome.curve, outcome.reached) = (curve, measured)
                if abs(missing) <= Self.tolerance { outcome.limit = nil }
                return .done(outcome)
            }
        }
        let next = GainCurve(
            gain: planted(.gainWithoutLimit) ? wanted : min(wanted, most), peaks: original.peaks, ceiling: ceiling)
        curve = next
        // Without a reduction the outcome is known.
        guard next.reduction > 0.01 else {
            (outcome.curve, outcome.reached) = (next, original.integrated.map { $0 + next.gain })
            return .done(outcome)
        }
        return .measure(next)
    }

    /// In dB of full scale.
    private var ceiling: Double { target.peak.value - (isLossy && !planted(.lossyMarginForgotten) ? Self.margin : 0) }

    private func highestGain(_ original: LoudnessReading) -> (gain: Double, limit: Limit) {
        let bearable = ceiling + Self.mostReduction - (original.truePeak ?? 0)
        return bearable < Self.mostGain ? (bearable, .reduction) : (Self.mostGain, .gain)
    }
}
