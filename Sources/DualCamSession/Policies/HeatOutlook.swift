import DualCamConfig

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
        if let farSince, now - farSince >= Self.relievedAfter { isEased = false }
        guard hasCombined, level < .serious, let forecast, forecast.after <= Self.easesWithin, let presentSince else {
            return
        }
        if now - presentSince >= Self.easesAfter { isEased = true }
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
