import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Predicts when the next heat level that reduces frame rates will be reached, if the temperature keeps rising at the
/// same rate.
///
/// The frame rate of a combined picture may be eased, that is, reduced in advance to two of three frames. The cameras
/// can then keep their rates. Easing begins when `serious` is at most two minutes away and has been forecast for ten
/// seconds. Easing ends after a minute without a forecast of less than four minutes.
struct HeatOutlook: Sendable {
    /// The maximum time that a heat forecast looks ahead.
    static let farthest = Duration.seconds(1800)
    static let easesWithin = Duration.seconds(120)
    static let easesAfter = Duration.seconds(10)
    static let relievedBeyond = Duration.seconds(240)
    static let relievedAfter = Duration.seconds(60)
    /// The time that a forecast must exist, or must be missing, before the change is reported.
    static let steadyFor = Duration.seconds(5)

    private let thresholds: Thermal
    private let hasCombined: Bool
    private var trend = TemperatureTrend()
    private var presentSince: Duration?
    private var absentSince: Duration?
    private var farSince: Duration?
    /// The current heat forecast; `nil` if the temperature does not rise steadily, or would reach the next level only
    /// after half an hour.
    private(set) var forecast: HeatForecast?
    /// The heat forecast that was reported last; `nil` if none is reported now.
    private(set) var told: HeatForecast?
    private(set) var isEased = false

    init(_ thresholds: Thermal, hasCombined: Bool) { (self.thresholds, self.hasCombined) = (thresholds, hasCombined) }

    /// Updates the forecast and the easing from a temperature reading.
    ///
    /// - Parameter celsius: The temperature of the hottest zone; `nil` if unknown.
    /// - Returns: True if a changed forecast or easing should be reported.
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

    /// Returns true if the forecast should be reported. That is the case if it is new, names another heat level,
    /// predicts at most half the time that was last reported, or has ended.
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

/// Measures how fast the temperature rises: the slope of a straight line fitted to the last two minutes (least
/// squares), if the fit is good.
struct TemperatureTrend: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        var seconds: Double
        var celsius: Double
    }

    private static let span = 120.0
    private static let shortest = 30.0
    /// The smallest rise, in degrees Celsius, that counts as certain. A smaller rise may be sensor noise.
    private static let leastRise = 1.0
    private static let leastFit = 0.8

    private var samples: [Sample] = []

    mutating func observe(_ celsius: Double, at now: Duration) {
        let seconds = now / .seconds(1)
        samples.append(Sample(seconds: seconds, celsius: celsius))
        samples.removeAll { $0.seconds < seconds - Self.span }
    }

    mutating func forget() { samples = [] }

    /// The rate at which the temperature rises, in degrees Celsius a second, greater than 0; `nil` if a rise is not
    /// certain.
    ///
    /// A rise is certain if it is at least 1 degree in at least half a minute. The line must explain four fifths of the
    /// changes, and its last third must rise at least half as fast as the whole.
    var rise: Double? {
        guard let first = samples.first, let last = samples.last, last.seconds - first.seconds >= Self.shortest,
            let whole = Self.line(samples[...]), whole.fit >= (planted(.noiseIsRise) ? 0 : Self.leastFit),
            whole.slope * (last.seconds - first.seconds) >= Self.leastRise
        else { return nil }
        let recent = samples.drop { $0.seconds < last.seconds - (last.seconds - first.seconds) / 3 }
        guard let end = Self.line(recent), end.slope >= (planted(.oldRise) ? -1 : whole.slope / 2) else { return nil }
        return whole.slope
    }

    /// Returns the fitted line's slope in degrees Celsius a second, and the fraction of the changes that it explains, 0
    /// ... 1. Returns `nil` if there are too few samples.
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
