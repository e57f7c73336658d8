import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Decides how many frames are recorded as the machine gets hot.
///
/// The heat level follows the hottest zone, smoothed by `TemperatureWindow`. It rises immediately, by any number of
/// levels. It falls by one level after the temperature has been 3 degrees below the threshold for ten seconds.
///
/// While the processor's throttle counters rise, and for half a minute afterwards, the level is at least `serious`. If
/// all zones stop reporting temperatures, the level is kept for a minute. Then it falls as if the machine had cooled.
struct ThermalPolicy: Sendable {
    enum Action: Sendable, Equatable {
        /// The heat level has changed, for this cause.
        case level(HeatLevel, HeatCause)
        /// The heat forecast has changed since it was last reported; `nil` if a higher level is no longer expected.
        /// `isEased`: true if only the combined picture's frame rate is reduced.
        case forecast(HeatForecast?, isEased: Bool)
    }

    static let hysteresis = 3.0
    /// The time for which the temperature must be below a level's threshold by `hysteresis` before the heat level
    /// falls.
    static let hold = Duration.seconds(10)
    static let throttledFor = Duration.seconds(30)
    static let blindFor = Duration.seconds(60)

    private let thresholds: Thermal
    private(set) var level = HeatLevel.nominal
    /// True after the first reading of the temperature sensors.
    private(set) var hasReading = false
    private var window = TemperatureWindow()
    private var outlook: HeatOutlook
    private var coolerSince: Duration?
    private var blindSince: Duration?
    private var throttleCount: Int?
    private var throttledAt: Duration?
    /// True if a zone has reached the `shutdown` temperature, but its smoothed temperature has not confirmed this
    /// yet.
    private(set) var mayBeTooHot = false

    /// Creates the policy from the temperature thresholds.
    ///
    /// - Parameter hasCombined: True if a combined picture is recorded, whose frame rate can be reduced before the
    ///   cameras' rates are.
    init(_ thresholds: Thermal, hasCombined: Bool) {
        self.thresholds = thresholds
        outlook = HeatOutlook(thresholds, hasCombined: hasCombined)
    }

    /// The hottest temperature zone, smoothed; `nil` if no zone has enough readings.
    var hottest: MachineReading.Zone? { window.hottest }
    var forecast: HeatForecast? { outlook.forecast }

    /// The throttle that the current heat level requires.
    var throttle: Throttle {
        var throttle = Throttle.none
        switch level {
        case .nominal, .fair: if outlook.isEased { throttle.combined = .twoThirds }
        case .serious: (throttle.isolated, throttle.combined) = (.twoThirds, .twoThirds)
        case .critical, .shutdown: (throttle.isolated, throttle.combined) = (.half, .half)
        }
        return throttle
    }

    /// Updates the heat level and the forecast from a reading of the temperature sensors, made once a second. Returns
    /// the changes to report.
    mutating func observe(_ zones: [MachineReading.Zone], throttleCount: Int?, at now: Duration) -> [Action] {
        hasReading = true
        window.observe(zones, at: now)
        noteThrottling(throttleCount, at: now)
        let before = level
        let cause = judge(at: now)
        mayBeTooHot = level < .shutdown && zones.contains { $0.celsius >= thresholds.shutdown.celsius }
        let told = outlook.observe(hottest?.celsius, level: level, at: now)
        return (level == before ? [] : [.level(level, cause)])
            + (told ? [.forecast(outlook.told, isEased: outlook.isEased)] : [])
    }

    /// Updates the heat level from the smoothed temperature and the processor's throttle counters. Returns the cause of
    /// the new level.
    private mutating func judge(at now: Duration) -> HeatCause {
        let isThrottled = throttledAt.map { now - $0 < Self.throttledFor } ?? false
        let floor = isThrottled ? HeatLevel.serious : .nominal
        let (wanted, kept) = requests(at: now)
        let cause = isThrottled && wanted < .serious ? HeatCause.throttling : .temperature
        if max(wanted, floor) > level {
            (level, coolerSince) = (max(wanted, floor), nil)
        } else if max(kept, floor) < level, level < .shutdown {
            let since = coolerSince ?? now
            coolerSince = since
            if now - since >= Self.hold || planted(.coolAtOnce) { (level, coolerSince) = (level.lower, now) }
        } else {
            coolerSince = nil
        }
        return cause
    }

    /// Returns the heat level that the temperature requires (`wanted`), and the level below which the current one must
    /// not fall yet (`kept`).
    private mutating func requests(at now: Duration) -> (wanted: HeatLevel, kept: HeatLevel) {
        guard let celsius = window.hottest?.celsius else {
            let since = blindSince ?? now
            blindSince = since
            return (.nominal, now - since < Self.blindFor ? level : .nominal)
        }
        blindSince = nil
        return (thresholds.level(at: celsius), thresholds.level(at: celsius + Self.hysteresis))
    }

    private mutating func noteThrottling(_ count: Int?, at now: Duration) {
        guard let count else { return }
        if let throttleCount, count > throttleCount, !planted(.throttlingUnseen) { throttledAt = now }
        throttleCount = count
    }
}

extension Thermal {
    /// Returns the highest heat level whose threshold this temperature reaches.
    func level(at celsius: Double) -> HeatLevel {
        HeatLevel.allCases.last {
            threshold(of: $0).map { celsius >= $0 } ?? true && !(planted(.shutdownUnseen) && $0 == .shutdown)
        } ?? .nominal
    }

    /// Returns the threshold of a heat level in degrees Celsius; `nil` for the lowest level, which has none.
    func threshold(of level: HeatLevel) -> Double? {
        switch level {
        case .nominal: nil
        case .fair: fair.celsius
        case .serious: serious.celsius
        case .critical: critical.celsius
        case .shutdown: shutdown.celsius
        }
    }
}

/// Smooths the temperatures of all zones. The smoothed value of a zone is the third highest of its last five readings.
///
/// Two wrong readings out of five therefore have no effect. Real heat shows after three readings, which is within three
/// seconds.
struct TemperatureWindow: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        var celsius: Double
        var at: Duration
    }

    private static let size = 5
    private static let needed = 3
    /// The time after which a zone that has stopped reporting a temperature is ignored.
    private static let patience = Duration.seconds(15)

    private var samples: [String: [Sample]] = [:]
    /// The hottest zone with its smoothed temperature; `nil` if no zone has enough readings.
    private(set) var hottest: MachineReading.Zone?

    mutating func observe(_ zones: [MachineReading.Zone], at now: Duration) {
        for zone in zones {
            let known = samples[zone.name, default: []] + [Sample(celsius: zone.celsius, at: now)]
            samples[zone.name] = known.suffix(Self.size)
        }
        samples = samples.mapValues { $0.filter { now - $0.at < Self.patience || planted(.zoneNeverForgotten) } }.filter
        { !$0.value.isEmpty }
        hottest = samples.compactMap { name, samples -> MachineReading.Zone? in
            guard samples.count >= Self.needed else { return nil }
            return .init(
                name: name, celsius: samples.map(\.celsius).sorted(by: >)[planted(.heatBelieved) ? 0 : Self.needed - 1])
        }.max { ($0.celsius, $1.name) < ($1.celsius, $0.name) }
    }
}
