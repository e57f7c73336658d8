package import DualCamPlan

extension SessionEvent {
    /// The heat of the machine. In `status`, keys: `level`, `celsius` and `zone` (of the hottest zone that counts, or `null`),
    /// `forecast` (`level`, `seconds`; or `null`).
    package struct Heat: Sendable, Equatable {
        package var level: HeatLevel
        /// The hottest zone that counts, smoothed; `nil`: none tells anything.
        package var zone: MachineReading.Zone?
        package var forecast: HeatForecast?
    }
}

extension SessionEvent.Heat: JSONRepresentable {
    var place: [JSONValue.Member] {
        .of(["level": level, "celsius": zone.map { JSONValue.tenths($0.celsius) }, "zone": zone?.name])
    }

    var json: JSONValue { .object(place + .of(["forecast": forecast])) }
}

extension HeatForecast: JSONRepresentable {
    var json: JSONValue { .object(.of(["level": level, "seconds": after.components.seconds])) }
}

extension MachineReading.Battery: JSONRepresentable {
    /// Its charge as the pipeline file writes a share: `7%`.
    package var percent: String { "\(Int(saturating: charge * 100))%" }

    var json: JSONValue { .object(members) }

    var members: [JSONValue.Member] {
        .of(["charge": JSONValue.hundredths(charge), "discharging": isDischarging])
    }
}

extension JSONValue {
    /// A number with one digit behind the point.
    fileprivate static func tenths(_ number: Double) -> JSONValue {
        .thousandths(Int64(saturating: number * 10) *| 100)
    }
    /// A number with two digits behind the point.
    fileprivate static func hundredths(_ number: Double) -> JSONValue {
        .thousandths(Int64(saturating: number * 100) *| 10)
    }
}
