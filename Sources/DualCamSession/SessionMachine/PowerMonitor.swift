import DualCamConfig
import DualCamPlan

/// Watches the battery, tells of it, and ends the recording when it is nearly empty.
struct PowerMonitor: Sendable {
    private let limits: BatteryLimits
    private var policy: PowerPolicy
    /// The battery as it was read last; `nil`: the machine has none.
    private(set) var battery: MachineReading.Battery?

    init(_ limits: BatteryLimits) { (self.limits, policy) = (limits, PowerPolicy(limits)) }

    /// True when the first readings are too low to begin a recording on, and wait for others to confirm it.
    var isStartDoubtful: Bool { policy.mayBeEmpty }

    /// Takes in what the battery says, once a second.
    mutating func observe(_ reading: MachineReading) -> [SessionEffect] {
        battery = reading.battery
        guard let state = policy.observe(battery), let battery else { return [] }
        return SessionEffect.tell(.power(state, battery)) + consequence(of: state, battery)
    }

    private func consequence(of state: PowerState, _ battery: MachineReading.Battery) -> [SessionEffect] {
        switch state {
        case .low:
            let message = "The battery is at \(battery.percent), below battery.warn (\(Self.text(limits.warn)))."
            return [.warn(.battery, message)]
        case .empty:
            return [
                .fail(
                    SessionFailure(
                        .batteryEmpty, exit: .heat,
                        message:
                            "The battery is at \(battery.percent), below battery.stop (\(Self.text(limits.stop))).",
                        advice: "Plug the machine in, or lower battery.stop."))
            ]
        case .mains, .battery: return []
        }
    }

    private static func text(_ share: Share?) -> String { share?.notation ?? "off" }
}
