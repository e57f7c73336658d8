package import DualCamConfig

/// Finds the gain that brings sound to a target loudness. If peaks had to be reduced, the sound has become quieter and
/// is measured again.
package struct LoudnessPolicy: Sendable {
    /// The next step in finding the gain.
    package enum Step: Sendable, Equatable {
        /// The sound must be measured again with this gain curve.
        case measure(GainCurve)
        case done(Outcome)
    }

    /// The final gain, with the figures to report.
    package struct Outcome: Sendable, Equatable {
        /// The gain curve to apply; `nil` if the sound is silent and stays unchanged.
        package var curve: GainCurve?
        /// `recorded`, `reached`: the loudness of the recording and of the result, in LUFS; `nil` if the sound is
        /// silent.
        package var recorded: Double?
        package var reached: Double?
        /// The reason why the sound cannot reach the target loudness; `nil` if it reaches the target.
        package var limit: Limit?
    }

    package enum Limit: Sendable, Equatable {
        /// The maximum gain is reached; sound that needs more is noise.
        case gain
        /// The maximum reduction of peaks is reached; more would be audible.
        case reduction
    }

    /// The maximum gain that is applied to sound, in dB.
    package static let mostGain = 30.0
    /// The maximum reduction of a peak, in dB.
    package static let mostReduction = 9.0
    /// The tolerated difference from the target loudness, in LU.
    private static let tolerance = 0.1
    private static let mostRounds = 4
    /// The headroom that a lossy codec needs above the highest peak, in dB.
    private static let margin = 0.7

    private let target: LoudnessTarget
    private let isLossy: Bool
    private var first: LoudnessReading?
    private var curve: GainCurve?
    private var rounds = 0

    /// Creates a policy for one sound.
    ///
    /// - Parameter isLossy: true if the samples are encoded by a lossy codec.
    package init(_ target: LoudnessTarget, isLossy: Bool) { (self.target, self.isLossy) = (target, isLossy) }

    /// Processes a measurement and returns the next step. The first measurement is of the recording, later ones of the
    /// result of the last gain curve.
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
            // If the gain cannot grow, further rounds change nothing.
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
        // Without a reduction of peaks the result is known.
        guard next.reduction > 0.01 else {
            (outcome.curve, outcome.reached) = (next, original.integrated.map { $0 + next.gain })
            return .done(outcome)
        }
        return .measure(next)
    }

    /// The maximum permitted peak, in dB of full scale.
    private var ceiling: Double { target.peak.value - (isLossy && !planted(.lossyMarginForgotten) ? Self.margin : 0) }

    private func highestGain(_ original: LoudnessReading) -> (gain: Double, limit: Limit) {
        let bearable = ceiling + Self.mostReduction - (original.truePeak ?? 0)
        return bearable < Self.mostGain ? (bearable, .reduction) : (Self.mostGain, .gain)
    }
}
