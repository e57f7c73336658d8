import DualCamConfig
import DualCamPlan

/// Watches how hot the machine is, tells of it, and ends the recording when it is too hot.
struct HeatMonitor: Sendable {
    private var policy: ThermalPolicy
    private var hasReading = false

    init(_ settings: SessionSettings) {
        policy = ThermalPolicy(settings.thermal, hasCombined: settings.outputs.contains(.combined))
    }

    /// The throttle for the heat.
    var throttle: Throttle { policy.throttle }

    /// True when the first readings are too hot to begin a recording on, and wait for others to confirm it.
    var isStartDoubtful: Bool { policy.mayBeTooHot }

    /// The heat for the status; `nil` before the machine has been read.
    var status: SessionEvent.Heat? {
        guard hasReading else { return nil }
        return SessionEvent.Heat(level: policy.level, zone: policy.hottest, forecast: policy.forecast)
    }

    /// Takes in what the sensors say, once a second.
    mutating func observe(_ reading: MachineReading, in context: SessionContext) -> [SessionEffect] {
        hasReading = true
        return policy.observe(reading.zones, throttleCount: reading.throttleCount, at: context.now).flatMap { action in
            switch action {
            case .level(let level, let cause): tell(level, cause, context)
            case .forecast(let forecast, let isEased): SessionEffect.tell(.forecast(forecast, isEased: isEased))
            }
        }
    }

    private func tell(_ level: HeatLevel, _ cause: HeatCause, _ context: SessionContext) -> [SessionEffect] {
        let told = SessionEvent.Heat(level: level, zone: policy.hottest, forecast: nil)
        let news = SessionEffect.tell(.heat(told, cause))
        return level == .shutdown ? news + [.fail(tooHot(context.settings.thermal))] : news
    }

    private func tooHot(_ thermal: Thermal) -> SessionFailure {
        let place = policy.hottest.map { " (\(Wording.degrees($0.celsius)), \($0.name))" } ?? ""
        return SessionFailure(
            .tooHot, exit: .heat,
            message: "The machine is too hot to record\(place): thermal.shutdown is \(thermal.shutdown).",
            advice:
                "Let it cool, and check its fan, its vents and the sun on it; record less, or raise thermal.shutdown.")
    }
}
