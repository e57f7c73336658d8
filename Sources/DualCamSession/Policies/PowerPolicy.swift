import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Detects a battery that is almost or completely empty.
///
/// A power state counts when three of the last five readings show it. A low charge must rise two percentage points
/// above the limit before it counts as normal again.
struct PowerPolicy: Sendable, Equatable {
    static let hysteresis = 0.02
    private static let size = 5
    private static let needed = 3

    let limits: BatteryLimits
    /// The newest reading of the battery; `nil` if the machine has none.
    private(set) var battery: MachineReading.Battery?
    private var recent: [PowerState] = []
    private(set) var state = PowerState.mains

    init(_ limits: BatteryLimits) { self.limits = limits }

    /// True if the newest reading shows an empty battery, but too few readings have confirmed it yet.
    var mayBeEmpty: Bool { state != .empty && recent.last == .empty }

    /// Updates the power state from a reading of the battery, made once a second; `nil` if the machine has none.
    /// Returns the power state if it changed; otherwise `nil`.
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
