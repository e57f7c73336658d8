import DualCamConfig
import DualCamPlan

/// The power supply of the machine. The raw values stand in events and in the ledger.
package enum PowerState: String, JSONRepresentable, Sendable, Equatable {
    case mains
    case battery
    /// The charge is below `battery.warn`.
    case low
    /// The charge is below `battery.stop`: the files are finished.
    case empty
}

/// Decides what a battery that gets emptier means. A state is believed when three of the last five readings say so; a charge that
/// was low has to be two hundredths above the limit to be so no more.
struct PowerPolicy: Sendable, Equatable {
    static let hysteresis = 0.02
    private static let size = 5
    private static let needed = 3

    let limits: BatteryLimits
    /// The battery as it was read last; `nil`: the machine has none.
    private(set) var battery: MachineReading.Battery?
    private var recent: [PowerState] = []
    private(set) var state = PowerState.mains

    init(_ limits: BatteryLimits) { self.limits = limits }

    /// A reading says that it is empty, which nobody has believed yet.
    var mayBeEmpty: Bool { state != .empty && recent.last == .empty }

    /// Takes in what the battery says, once a second; `nil`: nothing. Returns the state when it is a new one.
    mutating func observe(_ battery: MachineReading.Battery?) -> PowerState? {
        self.battery = battery
        guard let battery, state != .empty else { return nil }
        let seen = seen(battery)
        recent = (recent + [seen]).suffix(Self.size)
        guard seen != state, recent.count(where: { $0 == seen }) >= (planted(.emptyUnseen) ? 6 : Self.needed) else {
            return nil
        }
        state = seen
        return state
    }

    private func seen(_ battery: MachineReading.Battery) -> PowerState {
        guard battery.isDischarging || planted(.mainsUnseen) else { return .mains }
        if let stop = limits.stop, battery.charge < stop.fraction { return .empty }
        guard let warn = limits.warn?.fraction else { return .battery }
        return battery.charge < (state == .low ? warn + Self.hysteresis : warn) ? .low : .battery
    }
}
