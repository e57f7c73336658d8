import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The effects of the machine's heat. Heat is reported, and the recording ends when the machine is too hot.
extension ThermalPolicy {
    /// The machine's heat as shown in the status; `nil` before the first reading.
    var status: SessionEvent.Heat? {
        hasReading ? SessionEvent.Heat(level: level, zone: hottest, forecast: forecast) : nil
    }

    /// Evaluates a reading of the temperature sensors, made once a second. Returns the effects of a changed heat level
    /// or forecast; otherwise none.
    mutating func observe(_ reading: MachineReading, in context: SessionContext) -> [SessionEffect] {
        observe(reading.zones, throttleCount: reading.throttleCount, at: context.now).flatMap { action in
            switch action {
            case .level(let level, let cause): tell(level, cause, context)
            case .forecast(let forecast, let isEased): SessionEffect.tell(.forecast(forecast, isEased: isEased))
            }
        }
    }

    private func tell(_ level: HeatLevel, _ cause: HeatCause, _ context: SessionContext) -> [SessionEffect] {
        let told = SessionEvent.Heat(level: level, zone: hottest, forecast: nil)
        let news = SessionEffect.tell(.heat(told, cause))
        return level == .shutdown ? news + [.fail(tooHot(context.settings.thermal))] : news
    }

    private func tooHot(_ thermal: Thermal) -> SessionFailure {
        let place = hottest.map { " (\(Wording.degrees($0.celsius)), \($0.name))" } ?? ""
        return SessionFailure(
            .tooHot, exit: .heat,
            message: "The machine is too hot to record\(place): thermal.shutdown is \(thermal.shutdown).",
            advice:
                "Let it cool, and check its fan, its vents and the sun on it; record less, or raise thermal.shutdown.")
    }
}
