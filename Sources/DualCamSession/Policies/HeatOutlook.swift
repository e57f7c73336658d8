import DualCamConfig
import DualCamPlan

/// Looks ahead: when does the next level come that costs frames, if it goes on like this?
///
/// Where there is a combined picture, two of three of its frames are recorded from the moment on when `serious` is two minutes
/// away or less and has been expected for ten seconds: that may spare the cameras. It is taken back when nothing is expected
/// within four minutes any more for a whole minute.
struct HeatOutlook: Sendable {
    /// Nothing farther away is told.
    static let farthest = Duration.seconds(1800)
    static let easesWithin = Duration.seconds(120)
    static let easesAfter = Duration.seconds(10)
    static let relievedBeyond = Duration.seconds(240)
    static let relievedAfter = Duration.seconds(60)
    /// A forecast, or the lack of one, must last this long before it is told.
    static let steadyFor = Duration.seconds(5)

    private let thresholds: Thermal
    private let hasCombined: Bool
    private var trend = TemperatureTrend()
    private var presentSince: Duration?
    private var absentSince: Duration?
    private var farSince: Duration?
    /// The current forecast; `nil`: it does not get hotter, not steadily, or only much later.
    private(set) var forecast: HeatForecast?
    /// The forecast that was told last.
    private(set) var told: HeatForecast?
    private(set) var isEased = false

    init(_ thresholds: Thermal, hasCombined: Bool) { (self.thresholds, self.hasCombined) = (thresholds, hasCombined) }

    /// - Parameter celsius: the temperature of the hottest zone; `nil`: not known.
    /// - Returns: true when there is something to tell.
    mutating func observe(_ celsius: Double?, level: HeatLevel, at now: Duration) -> Bool {
        if let celsius { trend.observe(celsius, at: now) } else { trend.forget() }
        forecast = celsius.flatMap { expected($0, level) }
        presentSince = forecast == nil ? nil : presentSince ?? now
        absentSince = forecast == nil ? absentSince ?? now : nil
        let wasEased = isEased
        ease(level, at: now)
        if isEased == wasEased { return tell(at: now) }
        told = forecast
        return true
    }

    private func expected(_ celsius: Double, _ level: HeatLevel) -> HeatForecast? {
        guard let rise = trend.rise, let next = HeatLevel.allCases.first(where: { $0 > level && $0 >= .serious }),
            let threshold = thresholds.threshold(of: next)
        else { return nil }
        let after = Duration.seconds(max(0, (threshold - celsius) / rise).rounded())
        return after <= Self.farthest ? HeatForecast(next, after: after) : nil
    }

    private mutating func ease(_ level: HeatLevel, at now: Duration) {
        let isFar = forecast.map { $0.after > Self.relievedBeyond } ?? true
        farSince = isFar ? farSince ?? now : nil
        if let farSince, now - farSince >= Self.relievedAfter, !planted(.easedForGood) { isEased = false }
        guard hasCombined, level < .serious, let forecast, forecast.after <= Self.easesWithin, let presentSince else {
            return
        }
        if now - presentSince >= Self.easesAfter || planted(.easedAtOnce) { isEased = true }
    }

    /// Returns true for a forecast that is new, of another level or half as far away as was told, and when it is gone.
    private mutating func tell(at now: Duration) -> Bool {
        if let forecast, let presentSince, now - presentSince >= Self.steadyFor {
            if let told, told.level == forecast.level, forecast.after > told.after / 2 { return false }
            told = forecast
            return true
        }
        guard told != nil, let absentSince, now - absentSince >= Self.steadyFor else { return false }
        told = nil
        return true
    }
}

/// The rise of the temperature: a straight line through the last two minutes (least squares), where they are like one.
struct TemperatureTrend: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        var seconds: Double
        var celsius: Double
    }

    private static let span = 120.0
    private static let shortest = 30.0
    /// A smaller rise may be the sensor's own.
    private static let leastRise = 1.0
    private static let leastFit = 0.8

    private var samples: [Sample] = []

    mutating func observe(_ celsius: Double, at now: Duration) {
        let seconds = now / .seconds(1)
        samples.append(Sample(seconds: seconds, celsius: celsius))
        samples.removeAll { $0.seconds < seconds - Self.span }
    }

    mutating func forget() { samples = [] }

    /// Degrees a second, above 0; `nil` unless half a minute or more has been seen, it is 1 degree or more warmer than at its
    /// begin, the line explains four fifths of it, and the last third rises at least half as fast as the whole.
    var rise: Double? {
        guard let first = samples.first, let last = samples.last, last.seconds - first.seconds >= Self.shortest,
            let whole = Self.line(samples[...]), whole.fit >= (planted(.noiseIsRise) ? 0 : Self.leastFit),
            whole.slope * (last.seconds - first.seconds) >= Self.leastRise
        else { return nil }
        let recent = samples.drop { $0.seconds < last.seconds - (last.seconds - first.seconds) / 3 }
        guard let end = Self.line(recent), end.slope >= (planted(.oldRise) ? -1 : whole.slope / 2) else { return nil }
        return whole.slope
    }

    /// The line's slope in degrees a second, and the share of the changes that it explains, 0 ... 1.
    private static func line(_ samples: ArraySlice<Sample>) -> (slope: Double, fit: Double)? {
        guard samples.count >= 5 else { return nil }
        let count = Double(samples.count)
        let middle = samples.reduce(0) { $0 + $1.seconds } / count
        let mean = samples.reduce(0) { $0 + $1.celsius } / count
        var (times, both, changes) = (0.0, 0.0, 0.0)
        for sample in samples {
            let (time, change) = (sample.seconds - middle, sample.celsius - mean)
            times += time * time
            both += time * change
            changes += change * change
        }
        guard times > 0, changes > 0 else { return nil }
        return (both / times, both * both / (times * changes))
    }
}
