/// The reductions of a running graph's work under load or heat. The session always states all reductions, and the graph
/// applies only the differences.
package struct Throttle: Sendable, Hashable {
    /// The fraction of the frames that every camera's own output records.
    package var isolated = RateShare.full
    /// The fraction of the frames that the combined output records.
    package var combined = RateShare.full
    /// The bitrate of the combined picture's encoder as a fraction of the planned bitrate, 0.1 ... 1.
    package var combinedBitrate = 1.0
    /// True when the combined picture is neither drawn nor encoded, because the session has removed the output.
    package var combinedRests = false
    /// True when the graph refuses all previews.
    package var previewsRest = false
    /// True when encoders that have a faster preset than planned use their fastest preset, each from its next file on.
    package var fastestPresets = false

    /// The throttle without any reduction.
    package static let none = Throttle()

    /// Returns the stronger of both throttles in each setting, so that the result satisfies both.
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

/// The fraction of a stream's frames that reach its encoder. The other frames are left out before it, evenly.
package enum RateShare: String, Sendable, Hashable, Comparable, CaseIterable {
    case sixth = "1/6"
    case quarter = "1/4"
    case third = "1/3"
    case half = "1/2"
    case twoThirds = "2/3"
    case full = "1"

    /// The fraction of frames as a number, 0 ... 1.
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
