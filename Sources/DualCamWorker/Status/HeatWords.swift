import DualCamPlan
import DualCamRecordings

/// Generates the text about heat and power that users see.
enum HeatWords {
    /// Returns the status line's part about heat; `nil` if there is no heat to report.
    static func mark(_ heat: SessionEvent.Heat) -> String? {
        let place = heat.zone.map { degrees($0.celsius) }
        let expected = heat.forecast.map { "\($0.level.rawValue) in \(Wording.span($0.after))" }
        guard heat.level > .nominal || expected != nil else { return nil }
        let now = [heat.level > .nominal ? "heat \(heat.level.rawValue)" : "heat", place].compactMap { $0 }
        return ([now.joined(separator: " ")] + [expected].compactMap { $0 }).joined(separator: ", ")
    }

    /// Returns the status line's part about a discharging battery; `nil` if the battery is not discharging.
    static func mark(_ battery: MachineReading.Battery) -> String? {
        battery.isDischarging ? "battery \(battery.percent)" : nil
    }

    static func text(_ heat: SessionEvent.Heat, _ cause: HeatCause) -> String {
        let place = heat.zone.map { " (\(degrees($0.celsius)), \($0.name))" } ?? ""
        let why =
            cause == .throttling ? "the processor slows itself for heat\(place)" : "heat \(heat.level.rawValue)\(place)"
        switch heat.level {
        case .nominal, .fair: return why
        case .serious: return why + ": 2/3 of the frames are recorded"
        case .critical: return why + ": 1/2 of the frames are recorded"
        case .shutdown: return why + ": the recording ends"
        }
    }

    static func text(_ forecast: HeatForecast?, _ isEased: Bool) -> String {
        let step = isEased ? "; 2/3 of the combined picture's frames are recorded until then" : ""
        guard let forecast else {
            return "no further heating is expected" + (isEased ? "; the combined picture waits a little" : "")
        }
        return "heat \(forecast.level.rawValue) in \(Wording.span(forecast.after)) at this rate" + step
    }

    /// Returns text about a change of the power supply. Returns `nil` for a low or empty battery, which a warning or a
    /// failure reports.
    static func text(_ state: PowerState, _ battery: MachineReading.Battery) -> String? {
        switch state {
        case .mains: "on mains again, the battery at \(battery.percent)"
        case .battery: "on battery, at \(battery.percent)"
        case .low, .empty: nil
        }
    }

    private static func degrees(_ celsius: Double) -> String { Wording.number(celsius, fractionDigits: 0) + " C" }
}
