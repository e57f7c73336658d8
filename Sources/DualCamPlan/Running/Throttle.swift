/// The share of its full work that a running graph does. The session always states the whole throttle, and the graph
/// changes the differences.
package struct Throttle: Sendable, Hashable {
    /// The share of every isolated output's frames.
    package var isolated = RateShare.full
    /// The share of the combined output's frames.
    package var combined = RateShare.full
    /// The combined encoder's bitrate as a share of the plan's, 0.1 ... 1.
    package var combinedBitrate = 1.0
    /// True when the combined picture is neither drawn nor encoded, because the session has dropped the output.
    package var combinedRests = false
    /// True when all previews are refused.
    package var previewsRest = false
    /// True when encoders with a faster preset than planned work at their fastest one, each from its next file on.
    package var fastestPresets = false

    /// The throttle that reduces nothing.
    package static let none = Throttle()

    /// Returns a throttle that satisfies both, with the lower value of each setting.
    package func combined(with other: Throttle) -> Throttle {
        var both = self
        both.isolated = planted(.higherOfTwo) ? max(isolated, other.isolated) : min(isolated, other.isolated)
        both.combined = min(combined, other.combined)
        both.combinedBitrate = min(combinedBitrate, other.combinedBitrate)
        both.combinedRests = combinedRests || other.combinedRests
        both.previewsRest = previewsRest || other.previewsRest
        both.fastestPresets = planted(.presetOfOne) ? fastestPresets : fastestPresets || other.fastestPresets
        return both
    }
}

/// The share of a stream's frames that reach its encoder; the others are left out before it, evenly.
package enum RateShare: String, Sendable, Hashable, Comparable, CaseIterable {
    case sixth = "1/6"
    case quarter = "1/4"
    case third = "1/3"
    case half = "1/2"
    case twoThirds = "2/3"
    case full = "1"

    /// The share as a number, 0 ... 1.
    package var fraction: Double {
        switch self {
        case .sixth: 1.0 / 6
        case .quarter: 1.0 / 4
        case .third: 1.0 / 3
        case .half: 1.0 / 2
        case .twoThirds: 2.0 / 3
        case .full: 1
        }
    }

    package static func < (left: RateShare, right: RateShare) -> Bool { left.fraction < right.fraction }
}
