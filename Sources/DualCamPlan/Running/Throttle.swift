/// The reductions that lower the load of a running graph. The session always passes the complete set of reductions, and
/// the graph applies only those that changed.
package struct Throttle: Sendable, Hashable {
    /// The fraction of frames that are recorded in the outputs of the cameras.
    package var isolated = RateShare.full
    /// The fraction of frames that are recorded in the combined output.
    package var combined = RateShare.full
    /// The bitrate of the combined picture's encoder, as a fraction of the planned bitrate, 0.1 ... 1.
    package var combinedBitrate = 1.0
    /// True if the combined picture is neither drawn nor encoded, because the session has removed the combined output.
    package var combinedRests = false
    /// True if previews are switched off and requests for new ones are refused.
    package var previewsRest = false
    /// True if every encoder that has a faster preset than the planned one uses its fastest preset. The preset changes
    /// when an encoder's next file starts.
    package var fastestPresets = false

    /// The throttle without any reduction.
    package static let none = Throttle()

    /// Returns a throttle with the stronger of the two throttles' reductions for each setting.
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

/// The fraction of a stream's frames that are encoded. The other frames are dropped before the encoder, at regular
/// intervals.
package enum RateShare: String, Sendable, Hashable, Comparable, CaseIterable {
    case sixth = "1/6"
    case quarter = "1/4"
    case third = "1/3"
    case half = "1/2"
    case twoThirds = "2/3"
    case full = "1"

    /// The fraction of frames as a number, 0 ... 1 (0.5 means every second frame).
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
