/// How hot the machine is. The raw values stand in events and in the ledger.
package enum HeatLevel: String, Sendable, Equatable, Comparable, CaseIterable {
    case nominal
    /// Told, and nothing else.
    case fair
    /// Two of three frames are recorded.
    case serious
    /// Every other frame is recorded.
    case critical
    /// The files are finished.
    case shutdown

    /// 0 ... 4
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The next cooler level.
    var lower: HeatLevel { Self.allCases.last { $0 < self } ?? self }

    package static func < (left: HeatLevel, right: HeatLevel) -> Bool { left.rank < right.rank }
}

/// What brought a level about. The raw values stand in events and in the ledger.
package enum HeatCause: String, Sendable, Equatable {
    case temperature
    /// The processor's own throttle counters rose.
    case throttling
}

/// When a level is reached if the temperature goes on rising as it does.
package struct HeatForecast: Sendable, Equatable {
    package var level: HeatLevel
    /// From now on.
    package var after: Duration

    package init(_ level: HeatLevel, after: Duration) { (self.level, self.after) = (level, after) }
}
