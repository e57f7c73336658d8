import DualCamConfig
import DualCamPlan

// MARK: Heat and power
extension SessionState {
    mutating func watchHeat(_ reading: MachineReading) {
        hasReadMachine = true
        battery = reading.battery
        // The first reading comes before the session's own first word.
        for problem in reading.problems where hasBegun && toldProblems.insert(problem).inserted {
            warn(.sensor, problem)
        }
        for action in heat.observe(reading.zones, throttleCount: reading.throttleCount, at: now) { carryOut(action) }
        if let state = power.observe(reading.battery) { tellPower(state) }
        for resource in pressure.observe(reading.pressure, at: now) { tellPressure(resource) }
        heatThrottle = heat.throttle
    }

    /// Whether the first readings are too hot, or too low, to begin a recording on, and wait for others to confirm it.
    var isStartDoubtful: Bool { heat.mayBeTooHot || power.mayBeEmpty }

    /// For the status; `nil` before the machine has been read.
    var heatStatus: SessionEvent.Heat? {
        guard hasReadMachine else { return nil }
        return SessionEvent.Heat(level: heat.level, zone: heat.hottest, forecast: heat.forecast)
    }

    private mutating func carryOut(_ action: ThermalPolicy.Action) {
        switch action {
        case .level(let level, let cause):
            let told = SessionEvent.Heat(level: level, zone: heat.hottest, forecast: nil)
            record(.heat, told.change(cause))
            emit(.heat(told, cause))
            if level == .shutdown { fail(tooHot) }
        case .forecast(let forecast, let isEased):
            record(.forecast, SessionEvent.Heat.members(of: forecast, isEased: isEased))
            emit(.forecast(forecast, isEased: isEased))
        }
    }

    private mutating func tellPower(_ state: PowerState) {
        guard let battery else { return }
        record(.power, battery.change(state))
        emit(.power(state, battery))
        switch state {
        case .low:
            warn(
                .battery, "The battery is at \(battery.percent), below battery.warn (\(limit(settings.battery.warn))).")
        case .empty: fail(batteryEmpty(battery))
        case .mains, .battery: break
        }
    }

    private mutating func tellPressure(_ resource: PressureWatch.Resource) {
        switch resource {
        case .cpu: warn(.pressure, "Programs on this machine have waited for the processor for half a minute.")
        case .memory: warn(.pressure, "Programs on this machine have waited for memory for half a minute.")
        }
    }

    private var tooHot: SessionFailure {
        let place = heat.hottest.map { " (\(Wording.degrees($0.celsius)), \($0.name))" } ?? ""
        return SessionFailure(
            .tooHot, exit: .heat,
            message: "The machine is too hot to record\(place): thermal.shutdown is \(settings.thermal.shutdown).",
            advice:
                "Let it cool, and check its fan, its vents and the sun on it; record less, or raise thermal.shutdown.")
    }

    private func batteryEmpty(_ battery: MachineReading.Battery) -> SessionFailure {
        SessionFailure(
            .batteryEmpty, exit: .heat,
            message: "The battery is at \(battery.percent), below battery.stop (\(limit(settings.battery.stop))).",
            advice: "Plug the machine in, or lower battery.stop.")
    }

    private func limit(_ share: Share?) -> String { share?.notation ?? "off" }
}
