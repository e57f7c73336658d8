import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The effects of the battery's state: reports, and the end of the recording when the battery is nearly empty.
extension PowerPolicy {
    /// Evaluates a reading of the battery, made once a second. Returns the effects if the power state changed;
    /// otherwise none.
    mutating func observe(_ reading: MachineReading) -> [SessionEffect] {
        guard let state = observe(reading.battery), let battery else { return [] }
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
