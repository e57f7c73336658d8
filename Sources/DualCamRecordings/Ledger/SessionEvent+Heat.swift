package import DualCamPlan

extension SessionEvent.Heat: JSONRepresentable {
    var place: [JSONValue.Member] {
        .of(["level": level, "celsius": zone.map { JSONValue.tenths($0.celsius) }, "zone": zone?.name])
    }

    package var json: JSONValue { .object(place + .of(["forecast": forecast])) }
}

extension HeatForecast: JSONRepresentable {
    package var json: JSONValue { .of(["level": level, "seconds": after.components.seconds]) }
}

extension MachineReading.Battery: JSONRepresentable {
    /// The battery's charge in the notation of the pipeline file, such as `7%`.
    package var percent: String { "\(Int(saturating: charge * 100))%" }

    package var json: JSONValue { .object(members) }

    var members: [JSONValue.Member] {
        .of(["charge": JSONValue.hundredths(charge), "discharging": isDischarging])
    }
}

extension JSONValue {
    /// Returns a number as JSON, rounded to one decimal place.
    static func tenths(_ number: Double) -> JSONValue {
        .thousandths(Int64(saturating: number * 10) *| 100)
    }
    /// Returns a number as JSON, rounded to two decimal places.
    static func hundredths(_ number: Double) -> JSONValue {
        .thousandths(Int64(saturating: number * 100) *| 10)
    }
}
