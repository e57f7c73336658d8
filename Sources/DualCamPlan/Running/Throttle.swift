/// How much of its full work a running graph does. The session always says the whole of it; the graph changes what differs.
public struct Throttle: Sendable, Hashable {
    /// Of every isolated output.
    public var isolated = RateShare.full
    /// Of the combined output.
    public var combined = RateShare.full
    /// The combined encoder's bitrate as a share of the plan's, 0.1 ... 1.
    public var combinedBitrate = 1.0
    /// The combined picture is neither drawn nor encoded: the session has dropped the output.
    public var combinedRests = false

    public init() {}

    /// Nothing is held back.
    public static let none = Throttle()

    /// What satisfies both: of each figure the lower one.
    public func combined(with other: Throttle) -> Throttle {
        var both = self
        both.isolated = min(isolated, other.isolated)
        both.combined = min(combined, other.combined)
        both.combinedBitrate = min(combinedBitrate, other.combinedBitrate)
        both.combinedRests = combinedRests || other.combinedRests
        return both
    }
}

/// The share of a stream's frames that reach its encoder; the others are left out before it, evenly.
public enum RateShare: String, Sendable, Hashable, Comparable, CaseIterable {
    case half = "1/2"
    case twoThirds = "2/3"
    case full = "1"

    /// 0 ... 1
    public var fraction: Double {
        switch self {
        case .half: 1.0 / 2
        case .twoThirds: 2.0 / 3
        case .full: 1
        }
    }

    public static func < (left: RateShare, right: RateShare) -> Bool { left.fraction < right.fraction }
}
