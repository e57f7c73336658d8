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

extension SessionEvent.Heat {
    private var place: [JSONValue.Member] {
        [
            .init("level", .string(level.rawValue)), .init("celsius", zone.map { .tenths($0.celsius) } ?? .null),
            .init("zone", .text(zone?.name)),
        ]
    }

    var json: JSONValue { .object(place + [.init("forecast", forecast?.json ?? .null)]) }

    /// Returns the members for the event and the ledger.
    func change(_ cause: HeatCause) -> [JSONValue.Member] { place + [.init("cause", .string(cause.rawValue))] }

    /// Returns the members for the event and the ledger.
    static func members(of forecast: HeatForecast?, isEased: Bool) -> [JSONValue.Member] {
        [
            .init("level", .text(forecast?.level.rawValue)),
            .init("seconds", .count(forecast?.after.components.seconds)),
            .init("eased", .bool(isEased)),
        ]
    }
}

extension HeatForecast {
    fileprivate var json: JSONValue {
        ["level": .string(level.rawValue), "seconds": .count(after.components.seconds)]
    }
}

extension MachineReading.Battery {
    /// Its charge as the pipeline file writes a share: `7%`.
    package var percent: String { "\(Int(saturating: charge * 100))%" }

    var json: JSONValue { .object(members) }

    /// Returns the members for the event and the ledger.
    func change(_ state: PowerState) -> [JSONValue.Member] { [.init("state", .string(state.rawValue))] + members }

    private var members: [JSONValue.Member] {
        [.init("charge", .hundredths(charge)), .init("discharging", .bool(isDischarging))]
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
