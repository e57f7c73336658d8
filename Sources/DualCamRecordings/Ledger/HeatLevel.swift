/// The levels by which dualcam classifies the machine's heat. The raw values appear in events and in the ledger, and
/// must not change.
package enum HeatLevel: String, JSONRepresentable, Sendable, Equatable, Comparable, CaseIterable {
    case nominal
    /// The machine is warm. The level is reported and has no other effect.
    case fair
    /// The machine is hot. Two of three frames are recorded.
    case serious
    /// The machine is very hot. Every other frame is recorded.
    case critical
    /// The machine is too hot. The files are finished, and the recording ends.
    case shutdown

    /// The position of the heat level in the order from 0 (coolest) to 4 (hottest).
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The next cooler heat level; for the coolest level, that level itself.
    package var lower: HeatLevel { Self.allCases.last { $0 < self } ?? self }

    /// Returns true if the left level is cooler than the right one.
    package static func < (left: HeatLevel, right: HeatLevel) -> Bool { left.rank < right.rank }
}

/// The cause of a heat level. The raw values appear in events and in the ledger.
package enum HeatCause: String, JSONRepresentable, Sendable, Equatable {
    case temperature
    /// The processor's own throttle counters increased, which means that the processor slows itself down.
    case throttling
}

/// A forecast of when a heat level will be reached if the temperature keeps rising at the same rate.
package struct HeatForecast: Sendable, Equatable {
    /// The level that will be reached.
    package var level: HeatLevel
    /// The time from the forecast until the heat level is reached.
    package var after: Duration

    package init(_ level: HeatLevel, after: Duration) { (self.level, self.after) = (level, after) }
}
