import DualCamConfig
import DualCamPlan

/// Determines the gain that changes a sound to the target loudness. If peaks must be reduced, the result is quieter
/// than computed, so it is measured again.
struct LoudnessPolicy: Sendable {
    /// The next step in determining the gain that brings a sound to its target loudness.
    enum Step: Sendable, Equatable {
        /// The sound must be measured with this gain curve applied.
        case measure(GainCurve)
        case done(Outcome)
    }

    /// The gain that was determined, with the values to report.
    struct Outcome: Sendable, Equatable {
        /// The gain curve to apply; `nil` if the sound is silent and is left unchanged.
        var curve: GainCurve?
        /// The loudness of the recorded sound in LUFS; `nil` if the sound is silent.
        var recorded: Double?
        /// The loudness with the gain applied, in LUFS; `nil` if the sound is silent.
        var reached: Double?
        /// The reason why the target loudness is not reached; `nil` if it is reached.
        var limit: Limit?
    }

    enum Limit: Sendable, Equatable {
        /// The maximum gain was reached. Sound so quiet that it needs more gain consists only of noise.
        case gain
        /// The maximum reduction of peaks was reached. A greater reduction would be audible.
        case reduction
    }

    /// The maximum gain that is applied to sound, in dB.
    static let mostGain = 30.0
    /// The maximum reduction of a peak, in dB.
    static let mostReduction = 9.0
    /// The accepted deviation from the target loudness, in LU.
    private static let tolerance = 0.1
    private static let mostRounds = 4
    /// The number of dB by which peaks stay below the target's limit if a lossy codec follows, because such a codec
    /// changes peaks.
    private static let margin = 0.7

    private let target: LoudnessTarget
    private let isLossy: Bool
    private var first: LoudnessReading?
    private var curve: GainCurve?
    private var rounds = 0

    /// Creates a policy for one sound.
    ///
    /// - Parameter isLossy: true if a lossy codec will encode the sound after the gain is applied.
    init(_ target: LoudnessTarget, isLossy: Bool) { (self.target, self.isLossy) = (target, isLossy) }

    /// Evaluates a measurement and returns the next step. The first measurement must be of the recording; each later
    /// one must be of the sound with the previous gain curve applied.
    mutating func observe(_ reading: LoudnessReading) -> Step {
        guard let measured = reading.integrated else { return .done(Outcome()) }
        let original = first ?? reading
        first = original
        let missing = target.integrated.value - measured
        let (most, limit) = highestGain(original)
        let wanted = (curve?.gain ?? 0) + missing
        var outcome = Outcome(recorded: original.integrated, limit: wanted > most ? limit : nil)
        if let curve {
            rounds += 1
            // If the gain is already at its maximum, further rounds change nothing.
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
        // If no peak was reduced, the result is known without a measurement.
        guard next.reduction > 0.01 else {
            (outcome.curve, outcome.reached) = (next, original.integrated.map { $0 + next.gain })
            return .done(outcome)
        }
        return .measure(next)
    }

    /// The maximum allowed peak, in dB relative to full scale.
    private var ceiling: Double { target.peak.value - (isLossy && !planted(.lossyMarginForgotten) ? Self.margin : 0) }

    private func highestGain(_ original: LoudnessReading) -> (gain: Double, limit: Limit) {
        let bearable = ceiling + Self.mostReduction - (original.truePeak ?? 0)
        return bearable < Self.mostGain ? (bearable, .reduction) : (Self.mostGain, .gain)
    }
}
