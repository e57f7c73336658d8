import DualCamPlan

/// Decides when the ledger is told how far the sound card's clock is from the pipeline's.
struct DriftLog: Sendable, Equatable {
    static let pause = Duration.seconds(600)

    /// The newest figures.
    private(set) var sound: GraphStatistics.Sound?
    private var told: GraphStatistics.Sound?
    private var due: Duration?

    /// Returns figures that are to be written down.
    mutating func observe(_ sound: GraphStatistics.Sound, at now: Duration) -> GraphStatistics.Sound? {
        self.sound = sound
        let due = due ?? now + Self.pause
        self.due = due
        guard now >= due else { return nil }
        self.due = now + Self.pause
        guard sound.added +| sound.removed > 0, sound != told else { return nil }
        told = sound
        return sound
    }
}

extension GraphStatistics.Sound {
    /// The share by which more samples are needed than the sound card delivers, in thousandths of a millionth; 0 without samples.
    var thousandthsPerMillion: Int64 {
        guard samples > 0 else { return 0 }
        return Int64(saturating: Double(added -| removed) / Double(samples) * 1e9)
    }
}
