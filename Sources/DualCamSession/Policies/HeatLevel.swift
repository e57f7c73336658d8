/// The levels of heat. The raw values appear in events and in the ledger.
package enum HeatLevel: String, JSONRepresentable, Sendable, Equatable, Comparable, CaseIterable {
    case nominal
    /// The level is reported and has no other effect.
    case fair
    /// Two of three frames are recorded.
    case serious
    /// Every other frame is recorded.
    case critical
    /// The files are finished, and the recording ends.
    case shutdown

    /// The rank of the level, 0 ... 4.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The next cooler level; the coolest level itself.
    var lower: HeatLevel { Self.allCases.last { $0 < self } ?? self }

    package static func < (left: HeatLevel, right: HeatLevel) -> Bool { left.rank < right.rank }
}

/// The cause of a level. The raw values appear in events and in the ledger.
package enum HeatCause: String, JSONRepresentable, Sendable, Equatable {
    case temperature
    /// The processor's own throttle counters rose.
    case throttling
}

/// The time until a level is reached if the temperature keeps rising at the same rate.
package struct HeatForecast: Sendable, Equatable {
    package var level: HeatLevel
    /// The time from now.
    package var after: Duration

    package init(_ level: HeatLevel, after: Duration) { (self.level, self.after) = (level, after) }
}
